import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import { awaitReport, checkWhole, newAddress, startCheck, subjectField } from './aml-tasks.ts';
import { signIn } from './fixtures.ts';
import { test } from './warm-test.ts';

test('a recent report is offered instead of a paid check; a new one is made on request, and its report saved as received', async ({
  page,
}) => {
  await signIn(page, 'sandbox-compliance');
  const address = newAddress();
  const first = await checkWhole(page, address);
  await page.goto('/aml');
  await subjectField(page).fill(address);
  await page.getByRole('radio', { name: 'Ethereum' }).check();
  await subjectField(page).press('Enter');
  await expect(page.getByText('Nothing was spent')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open report' })).toHaveAttribute('href', first);
  await page.getByRole('button', { name: 'Check again anyway (uses 1 check)' }).click();
  await expect(page).toHaveURL(/\/aml\/[\w-]+$/);
  expect(new URL(page.url()).pathname).not.toBe(first);
  await awaitReport(page);
  await expect(page.getByText('The score is still 15')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Two reports side by side' })).toBeVisible();

  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Raw JSON' }).click();
  const file = await readFile(await (await coming).path());
  expect(JSON.parse(file.toString())).toMatchObject({ data: { aml_score: 15 } });
  const hash = createHash('sha256').update(file).digest('hex');
  await expect(page.getByRole('button', { name: `Copy SHA-256 ${hash}` })).toBeVisible();
});

test('every page announces a check while it runs and when it ends', async ({ page }) => {
  await signIn(page, 'sandbox-compliance');
  const address = newAddress();
  await startCheck(page, address);
  await page.getByRole('link', { name: 'Balances' }).click();
  await expect(
    page.getByText(new RegExp(`^AML check of ${address.slice(0, 8)}.*Unknown risk`, 'i')),
  ).toBeVisible({
    timeout: 40_000,
  });
  await page
    .getByRole('button', { name: /^AML: .*finished/ })
    .first()
    .click();
  const panel = page.getByRole('dialog', { name: 'AML checks' });
  await panel.getByRole('link', { name: new RegExp(address.slice(-6), 'i') }).click();
  await awaitReport(page);
});

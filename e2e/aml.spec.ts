import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import { awaitReport, checkWhole, newAddress, startCheck, subjectField } from './aml-tasks.ts';
import { signIn } from './fixtures.ts';
import { test } from './warm-test.ts';
import { rows } from './withdrawal-tasks.ts';

test('an address is checked, its report read and decided on, and found by a colleague', async ({
  browser,
  page,
}) => {
  await signIn(page, 'sandbox-compliance');
  const address = newAddress();
  const path = await checkWhole(page, address);
  await expect(page.getByText('Unknown risk, score 15.')).toBeVisible();
  const categories = page.getByRole('table', { name: 'Exposure by category' });
  await expect(
    categories.getByRole('row', { name: 'unknown wallet / otc / service Unknown 100%' }),
  ).toBeVisible();
  await expect(page.getByText('Remaining checks')).toBeVisible();

  // Against the risk only with a note.
  await page.getByRole('radio', { name: 'Rejected' }).check();
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Explain your decision.' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Note' }).fill('The customer cannot say whose it is.');
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'cannot say whose' })).toContainText(
    'Compliance',
  );
  // A later one appears above it.
  await page.getByRole('radio', { name: 'Accepted' }).check();
  await page.getByRole('textbox', { name: 'Note' }).fill('The customer has shown where it is from.');
  await page.getByRole('button', { name: 'Decide' }).click();
  const decisions = page.getByRole('region', { name: 'Decision' }).getByRole('listitem');
  await expect(decisions).toHaveCount(2);
  await expect(decisions.first()).toContainText('Accepted');
  await expect(decisions.last()).toContainText('earlier');

  const context = await browser.newContext();
  const colleague = await context.newPage();
  await signIn(colleague, 'sandbox-finance');
  await colleague.goto(`/aml?search=${address.slice(2, 20)}`);
  await expect(rows(colleague)).toHaveCount(1);
  await expect(rows(colleague)).toContainText(['Accepted']);
  await colleague.getByRole('combobox', { name: 'Decision' }).selectOption('Rejected');
  await expect(colleague.getByText('No matches')).toBeVisible();
  await colleague.goto(path);
  await expect(colleague.getByText('Unknown risk, score 15.')).toBeVisible();
  await expect(colleague.getByText('doesn’t have the aml:check permission').first()).toBeAttached();

  await context.close();

  await page.goto(`/activity-log?search=${address}`);
  await expect(rows(page).filter({ hasText: 'AML' })).not.toHaveCount(0);
});

test("a value that can't be checked is refused with the reason before anything is sent", async ({ page }) => {
  await signIn(page, 'sandbox-compliance');
  let sent = 0;
  await page.route('**/console/aml/checks', (route) => {
    if (route.request().method() === 'POST') sent += 1;
    return route.fallback();
  });
  await page.goto('/aml');
  await subjectField(page).fill('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA9604');
  await subjectField(page).press('Enter');
  await expect(page.getByRole('alert')).toContainText('An Ethereum address has 42 characters');
  await expect(subjectField(page)).toBeFocused();
  await subjectField(page).fill('4Nd1mYQFRuJrTGuWKgMGWxEDXFuYjZ6Xrd2hCLrC7HkM');
  await subjectField(page).press('Enter');
  await expect(page.getByRole('alert')).toContainText('AML reports don’t cover Solana');
  expect(sent).toBe(0);
});

test('a recent report is offered instead of a paid check, and a new check is made on request', async ({
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
});

test('the network that a link names is chosen, and can be another one that the address is of', async ({
  page,
}) => {
  await signIn(page, 'sandbox-compliance');
  await page.goto(`/aml?value=${newAddress()}&on=bnb`);
  await expect(page.getByRole('radio', { name: 'BNB Chain' })).toBeChecked();
  await expect(page.getByText('not screened', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await awaitReport(page);
  await expect(page.getByText('BNB Chain · BEP20')).toBeVisible();
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

test('a check is stopped and resumed at no further cost', async ({ page }) => {
  await signIn(page, 'sandbox-compliance');
  // A check whose report arrives before it is stopped proves nothing, so the test starts another.
  await expect(async () => {
    await startCheck(page, newAddress());
    await page.getByRole('button', { name: 'Stop' }).click({ timeout: 2_000 });
    await expect(page.getByText('Resume it to continue')).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await page.getByRole('button', { name: 'Resume (free)' }).click();
  await awaitReport(page);
});

test('the report is saved as it was received, and its hash is the one that is shown', async ({ page }) => {
  await signIn(page, 'sandbox-compliance');
  await checkWhole(page, newAddress());
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Raw JSON' }).click();
  const file = await readFile(await (await coming).path());
  expect(JSON.parse(file.toString())).toMatchObject({ data: { aml_score: 15 } });
  const hash = createHash('sha256').update(file).digest('hex');
  await expect(page.getByRole('button', { name: `Copy SHA-256 ${hash}` })).toBeVisible();
});

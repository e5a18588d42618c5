import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { checkWhole, newAddress } from './aml-tasks.ts';
import { signIn } from './fixtures.ts';
import { test } from './warm-test.ts';

const list = (page: Page) =>
  page.getByRole('textbox', { name: 'Addresses and transaction IDs, one per line' });
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

test('a list costs what was announced: duplicates, invalid values and recent reports are skipped', async ({
  page,
}) => {
  await signIn(page, 'sandbox-compliance');
  const known = newAddress();
  await checkWhole(page, known);
  const fresh = [newAddress(), newAddress()];
  await page.goto('/aml/batch');
  await list(page).fill(
    [...[...fresh, known, fresh[0]].map((address) => `eth:${address}`), '0x12', ''].join('\n'),
  );
  await page.getByRole('button', { name: 'Review cost' }).click();
  await expect(page.getByText('This costs 2 checks')).toBeVisible();
  await expect(region(page, 'Skipped: 2')).toContainText('Duplicate of line 1');
  await expect(region(page, 'Skipped: 2')).toContainText('An Ethereum address has 42 characters');
  await expect(region(page, 'Recent or running: 1')).toContainText(/Checked (?:just now|\d+ (?:s|min) ago)/);

  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/console/aml/checks/many')) {
      asked += (request.postDataJSON() as { subjects: object[] }).subjects.length;
    }
  });
  await page.getByRole('button', { name: 'Start 2 checks' }).click();
  await expect(region(page, 'Started: 2').getByText('Unknown', { exact: true })).toHaveCount(2, {
    timeout: 40_000,
  });
  expect(asked).toBe(2);

  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const file = await readFile(await (await coming).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(6);
  expect(file).toContain('Duplicate of line 1');
  expect(file).toMatch(/Started,aml_\w+,15,unknown,/);
});

test('a CSV file says which network each row is of, and a list without subjects is refused', async ({
  page,
}) => {
  await signIn(page, 'sandbox-compliance');
  await page.goto('/aml/batch');
  await page.getByRole('button', { name: 'Review cost' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter at least one address or transaction ID.');
  await page.getByLabel('CSV file').setInputFiles({
    name: 'subjects.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`value,network\n${newAddress()},bnb\n${newAddress()},\n`),
  });
  // The network of the second is unknown, so it isn't checked before a user chooses one.
  await page.getByRole('combobox', { name: 'Network of line 3' }).selectOption('eth');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This costs 2 checks')).toBeVisible();
  await expect(region(page, 'New: 2').getByRole('row').nth(1)).toContainText('BNB Chain');
  await expect(region(page, 'New: 2').getByRole('row').nth(2)).toContainText('Ethereum');
});

import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { signIn } from './fixtures.ts';
import { createWalletByApi, newName, walletRow } from './wallet-tasks.ts';
import { test } from './warm-test.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page, 'sandbox-operator');
});

const find = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'Find by name or address' }).fill(text);
  await expect(page).toHaveURL(new RegExp(`(search|address)=${text}`));
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
};

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') });

test('wallets are found by any part of their name or address, filtered by status and sorted', async ({
  page,
}) => {
  const word = newName('Zq').replace(' ', '');
  const addresses = [];
  for (const name of [`${word} beta`, `${word} Alpha`])
    addresses.push(await createWalletByApi(page, { name }));
  await page.goto('/wallets?limit=10');
  await find(page, word.slice(1).toUpperCase());
  await expect(rows(page)).toHaveCount(2);
  const byName = page.getByRole('columnheader', { name: 'Name' });
  await byName.getByRole('link').click();
  await expect(byName).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/sort_by=name&sort_direction=desc/);
  await byName.getByRole('link').click();
  await expect(page).toHaveURL(/sort_by=name&sort_direction=asc/);
  await expect(rows(page).getByRole('rowheader')).toHaveText([`${word} Alpha`, `${word} beta`]);

  await find(page, (addresses[0] ?? '').slice(8, 24));
  await expect(rows(page).getByRole('rowheader')).toHaveText([`${word} beta`]);

  await page
    .getByRole('navigation', { name: 'Status' })
    .getByRole('link', { name: /^Blocked/ })
    .click();
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
});

test('a long name ends in an ellipsis where its column ends', async ({ page }) => {
  const name = `${newName()} that is as long as it can be and more`;
  await createWalletByApi(page, { name });
  await page.goto(`/wallets?search=${encodeURIComponent(name)}`);
  const text = page.getByTitle(name);
  await expect(text).toBeVisible();
  await expect(text).toHaveCSS('text-overflow', 'ellipsis');
  const { isCut, isInside } = await text.evaluate((element) => ({
    isCut: element.scrollWidth > element.clientWidth,
    isInside:
      element.getBoundingClientRect().right <= (element.closest('th')?.getBoundingClientRect().right ?? 0),
  }));
  expect({ isCut, isInside }).toEqual({ isCut: true, isInside: true });
});

test('one key blocks a wallet, another one undoes it', async ({ page }) => {
  const name = newName();
  await createWalletByApi(page, { name });
  await page.goto(`/wallets?search=${encodeURIComponent(name)}`);
  await expect(walletRow(page, name)).toContainText('Active');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name, exact: true })).toBeFocused();
  await page.keyboard.press('b');
  await expect(page.getByText(`“${name}” is now blocked.`)).toBeVisible();
  await expect(walletRow(page, name)).toContainText('Blocked');
  await page.keyboard.press('z');
  await expect(page.getByText(`“${name}” is active again.`)).toBeVisible();
  await expect(walletRow(page, name)).toContainText('Active');
  await page.keyboard.press('z');
  await expect(walletRow(page, name)).toContainText('Active');
});

test('selected wallets are blocked and deleted together, each with its outcome', async ({ page }) => {
  const word = newName('Many').replace(' ', '');
  for (const part of ['A', 'B', 'C']) await createWalletByApi(page, { name: `${word} ${part}` });
  await page.goto(`/wallets?search=${word}`);
  await expect(rows(page)).toHaveCount(3);
  for (const part of ['A', 'B']) {
    await walletRow(page, `${word} ${part}`).getByRole('checkbox').check();
  }
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await bar.getByRole('button', { name: 'Block' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 of 2 selected wallets will be blocked.');
  await dialog.getByRole('button', { name: 'Block 2 wallets' }).click();
  await expect(dialog).toContainText('2 blocked.');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(walletRow(page, `${word} B`)).toContainText('Blocked');

  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText('3 of 3 selected wallets will be deleted.');
  await dialog.getByRole('button', { name: 'Delete 3 wallets' }).click();
  await expect(dialog).toContainText('3 deleted.');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
});

test('a CSV file creates its wallets once, however often it is imported', async ({ page }) => {
  const word = newName('Import').replace(' ', '');
  const file = {
    name: 'wallets.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `name,network,type\n${word} 1,trx,personal\n${word} 2,eth,accounting\n${word} 3,sol,\n`,
    ),
  };
  await page.goto('/wallets?limit=10');
  await page.getByRole('link', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import wallets' });
  await dialog.getByLabel('CSV file', { exact: true }).setInputFiles(file);
  await expect(dialog).toContainText('2 of 3 wallets will be created.');
  await expect(dialog).toContainText('there are no wallets on “sol”');
  await dialog.getByRole('button', { name: 'Create 2 wallets' }).click();
  await expect(dialog).toContainText('2 created, 1 skipped.');
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save new addresses as CSV' }).click();
  const saved = readFileSync(await (await saving).path(), 'utf8');
  expect(saved).toMatch(
    new RegExp(
      `^name,network,type,address\r\n${word} 1,trx,user,T\\w{33}\r\n${word} 2,eth,accounting,0x\\w{40}\r\n$`,
    ),
  );
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(walletRow(page, `${word} 2`)).toContainText('Accounting');

  await page.getByRole('link', { name: 'Import CSV' }).click();
  await dialog.getByLabel('CSV file', { exact: true }).setInputFiles(file);
  await expect(dialog).toContainText('0 of 3 wallets will be created.');
  await expect(dialog).toContainText('Duplicates: 2');
});

test('a wallet shows its movements, and its address as a sheet to print or send', async ({ page }) => {
  await page.goto('/wallets?limit=10&sort_by=balance&status=active&network=trx');
  await rows(page).first().getByRole('link').first().click();
  const drawer = page.getByRole('dialog');
  const movements = drawer.getByRole('list', { name: 'Transactions' }).getByRole('listitem');
  await expect(movements).toHaveCount(5);
  await drawer.getByRole('link', { name: 'View all transactions of this wallet' }).click();
  await expect(page).toHaveURL(/\/transactions\?search=T/);
  await page.goBack();

  await drawer.getByRole('link', { name: 'Print or save' }).click();
  const sheet = page.getByRole('dialog', { name: 'Deposit address' });
  await expect(sheet).toContainText('Send only on Tron (TRC20).');
  const saving = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Save as image' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^deposit-address-T\w{33}\.png$/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Wallets' })).toBeHidden();
  await expect(page.getByText('Send only on Tron (TRC20). Funds')).toBeVisible();
});

test('all wallets that match are exported, each balance in a column of its own', async ({ page }) => {
  const word = newName('Export').replace(' ', '');
  await createWalletByApi(page, { name: `${word} one`, network: 'eth' });
  await page.goto(`/wallets?search=${word}`);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export wallets' });
  await dialog.getByRole('radio', { name: /JSON/ }).check();
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Start export' }).click();
  const download = await saving;
  const { header, rows: exported } = JSON.parse(readFileSync(await download.path(), 'utf8')) as {
    header: { complete: boolean; query: Record<string, string> };
    rows: Record<string, string>[];
  };
  expect(header).toMatchObject({ complete: true, query: { search: word } });
  expect(exported).toEqual([
    expect.objectContaining({ name: `${word} one`, network: 'eth', ETH: '0', TRX: '', other_balances: '' }),
  ]);
});

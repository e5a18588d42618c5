import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import {
  addAddress,
  addresses,
  bookRow,
  chooseCsv,
  field,
  openEntry,
  payByRequest,
  setRules,
} from './book-tasks.ts';
import { enter, form, openForm, recipientField } from './create-tasks.ts';
import { limitPermissions, signIn, signInToOverview } from './fixtures.ts';
import { giveList, reviewed } from './import-tasks.ts';
import { test } from './own-server.ts';
import { outsider } from './withdrawal-tasks.ts';

test.use({ serverFor: 'address book' });
// All tests share one book: each has addresses of its own, and the rules come last.
test.describe.configure({ mode: 'serial' });

test('adds an address, finds it, changes it and deletes it', async ({ page }) => {
  await signInToOverview(page, 'sandbox-admin');
  await page.getByRole('link', { name: 'Address book' }).click();
  await expect(page).toHaveURL('/address-book');
  await addAddress(page, 'May Trading', 'Ethereum', addresses.eth.toLowerCase());

  await page.getByLabel('Find by name, address or note').fill('5aaeb60');
  await expect(page).toHaveURL(/search=5aaeb60/);
  await expect(bookRow(page, 'May Trading')).toContainText('Ethereum');
  await openEntry(page, 'May Trading');
  await expect(field(page, 'Address')).toHaveValue(addresses.eth);
  await expect(page.getByText('by Administrator', { exact: true })).toBeVisible();
  await field(page, 'Name').fill('May Trading Ltd');
  await field(page, 'Note').fill('Called on Monday');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(bookRow(page, 'May Trading Ltd')).toContainText('Called on Monday');

  await openEntry(page, 'May Trading Ltd');
  await page.getByRole('link', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete address book entry' })).toContainText(addresses.eth);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
});

test('rejects a mistyped address and one of another network while typing, and sends neither', async ({
  page,
}) => {
  await signIn(page, 'sandbox-admin');
  await page.goto('/address-book/new#network=trx');
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/console/address-book')) sent += 1;
  });
  await expect(field(page, 'Name')).toBeFocused();
  await page.getByRole('button', { name: 'Add address' }).click();
  await expect(field(page, 'Address')).toHaveAccessibleDescription(/Enter an address/);
  await expect(field(page, 'Name')).toBeFocused();
  await field(page, 'Name').fill('Look-alike');
  // The same characters except for one capital letter, so only the checksum is wrong.
  await field(page, 'Address').fill(addresses.eth.replace('5aA', '5AA'));
  await page.getByRole('radio', { name: 'Ethereum' }).check();
  await expect(page.getByText(/upper and lower case doesn’t match the checksum/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Add address' }).click();
  await expect(field(page, 'Address')).toHaveAccessibleDescription(/doesn’t match the checksum/);

  await field(page, 'Address').fill(addresses.btc);
  await expect(page.getByText('This is a Bitcoin address, not an Ethereum address.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Add address' }).click();
  expect(sent).toBe(0);
  await page.getByRole('button', { name: 'Change to Bitcoin' }).click();
  await expect(page.getByRole('radio', { name: 'Bitcoin' })).toBeChecked();
  await expect(page.getByText('Valid Bitcoin address (checksum matches).')).toBeVisible();
  await page.getByRole('button', { name: 'Add address' }).click();
  await expect(bookRow(page, 'Look-alike')).toContainText('Bitcoin');
  expect(sent).toBe(1);

  // The same address again, under another name and in another spelling.
  await page.goto(`/address-book/new#network=btc&name=Twin&address=${addresses.btc.toUpperCase()}`);
  await page.getByRole('button', { name: 'Add address' }).click();
  await expect(field(page, 'Address')).toHaveAccessibleDescription(
    /This address is already saved as “Look-alike”/,
  );
});

test('imports a file: shows what is wrong with each row first, adds the rest, and exports it again', async ({
  page,
}) => {
  await signIn(page, 'sandbox-admin');
  await page.goto('/address-book');
  await page.getByRole('link', { name: 'Import' }).click();
  await chooseCsv(
    page,
    'name;network;address;note',
    `=Acme;ERC20;${addresses.otherEth};"From the list; row 1"`,
    `Acme again;eth;${addresses.otherEth.toLowerCase()};`,
    `Mistyped;eth;${addresses.otherEth.replace('fB', 'FB')};`,
    `Elsewhere;trx;${addresses.btc};`,
    `Known;btc;${addresses.btc};`,
  );
  const dialog = page.getByRole('dialog', { name: 'Import addresses' });
  await expect(dialog).toContainText('1 of 5 rows will be added. Nothing has been added yet.');
  const wrong = dialog.getByRole('region', { name: 'Errors: 2' });
  await expect(wrong.getByRole('row', { name: /Mistyped/ })).toContainText('checksum');
  await expect(wrong.getByRole('row', { name: /Elsewhere/ })).toContainText('this is a Bitcoin address');
  const known = dialog.getByRole('region', { name: 'Duplicates: 2' });
  await expect(known.getByRole('row', { name: /Acme again/ })).toContainText('Duplicate of line 2');
  await expect(known.getByRole('row', { name: /Known/ })).toContainText('as “Look-alike”');

  await dialog.getByRole('button', { name: 'Add 1 address' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 added.');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(bookRow(page, '=Acme')).toContainText('From the list; row 1');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.split('\r\n')).toEqual([
    'name,network,address,note,added_by,added_at,usable_from',
    expect.stringMatching(
      new RegExp(`^'=Acme,eth,${addresses.otherEth},"From the list; row 1",Administrator`),
    ),
    expect.stringMatching(new RegExp(`^Look-alike,btc,${addresses.btc},`)),
    '',
  ]);
});

test('a read-only key sees the address book and learns which permission it lacks', async ({ page }) => {
  await limitPermissions(page, ['withdrawals:read']);
  await signIn(page, 'sandbox-finance');
  await page.goto('/address-book');
  await expect(page.getByRole('button', { name: 'Add address' })).toHaveAccessibleDescription(
    /doesn’t have the withdrawals:write permission/,
  );
  await openEntry(page, 'Look-alike');
  await expect(page.getByRole('dialog')).toContainText(addresses.btc);
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveCount(0);
});

test('withdraws only to the address book if the account requires it, even past the page', async ({
  page,
}) => {
  await signIn(page, 'sandbox-admin');
  expect((await payByRequest(page, addresses.trx)).status).toBe(200);

  await page.goto('/settings');
  await page.getByRole('link', { name: 'Change', exact: true }).click();
  await expect(page).toHaveURL('/address-book/rules');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/settings');
  await setRules(page, /Only allow saved addresses/, '24');
  await expect(page.getByText('Withdrawals to saved addresses only')).toBeVisible();
  expect(await payByRequest(page, addresses.trx)).toMatchObject({
    status: 400,
    body: {
      error_code: 'request',
      data: { recipient_wallet: expect.stringContaining('This address isn’t in the address book') },
    },
  });
  await addAddress(page, 'Token desk', 'Tron', addresses.trx);
  await expect(bookRow(page, 'Token desk')).toContainText(/23 h left/);
  expect(await payByRequest(page, addresses.trx)).toMatchObject({
    status: 400,
    body: { data: { recipient_wallet: expect.stringContaining('waiting period ends at') } },
  });
  // Stricter at once, as above; looser when the cooling-off is over.
  await setRules(page, /Any address/, '0');
  await page.goto('/settings');
  await expect(page.getByText('Looser rules have been saved')).toBeVisible();
  expect((await payByRequest(page, addresses.trx)).status).toBe(400);
});

test('the form for a withdrawal says that the rules would refuse a recipient, and goes no further', async ({
  page,
}) => {
  await signIn(page, 'sandbox-admin');
  await setRules(page, /Only allow saved addresses/, '24');
  await openForm(page, { sender: 'exchange', network: 'trx', currency: 'USDT' });
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/withdrawal-request')) sent += 1;
  });
  const facts = page.getByRole('list', { name: 'About the recipient' });
  for (const [recipient, reason] of [
    [addresses.trx, /This address is in the address book as “Token desk”, but its waiting period ends at/],
    [outsider, /This address isn’t in the address book, and this account only allows saved addresses/],
  ] as const) {
    await enter(page, { recipient, amount: '25' });
    await expect(facts).toContainText('This withdrawal would be refused.');
    await expect(facts).toContainText(reason);
    await form(page).getByRole('button', { name: 'Review' }).click();
    await expect(recipientField(page)).toBeFocused();
    await expect(recipientField(page)).toHaveAccessibleDescription(reason);
  }
  await giveList(page, [`pool,trx,USDT,Token desk,25,,,`, `pool,trx,USDT,${outsider},25,,,`]);
  await reviewed(page);
  const wrong = page.getByRole('region', { name: 'Errors: 2' }).getByRole('row');
  await expect(wrong.nth(1)).toContainText(
    /^2.*recipient: this address is in the address book as “Token desk”, but its waiting period/,
  );
  await expect(wrong.nth(2)).toContainText(/^3.*recipient: this address isn’t in the address book/);
  expect(sent).toBe(0);
});

import { expect, type Page } from '@playwright/test';
import { awaitReport } from './aml-tasks.ts';
import { form, fundedPersonalWallet, newAddress, sendButton } from './create-tasks.ts';
import { fromOwnPage, signIn } from './fixtures.ts';
import { documentedTasks, Keys, openStart } from './keyboard-keys.ts';
import { test } from './own-server.ts';
import { createWalletByApi, newName } from './wallet-tasks.ts';
import { createWithdrawalByApi, fact, outsider, rows } from './withdrawal-tasks.ts';

test.use({
  serverFor: 'tasks by keyboard',
  serverSettings: { SANDBOX_AML: 'off', SANDBOX_AML_SECONDS: '2', WITHDRAWAL_DELAY_SECONDS: '600' },
});
// All tests share one server.
test.describe.configure({ mode: 'default' });

const tested: string[] = [];

/** Does tasks one after the other, each from its documented start, and compares the keys with the documented ones. */
function testTasks(names: readonly string[], perform: (page: Page, keys: Keys) => Promise<void>): void {
  tested.push(...names);
  const subject = names.map((name) => `“${name}”`).join(', ');
  const verb = names.length === 1 ? 'takes' : 'each take';
  test(`${subject} ${verb} exactly the keys that the documentation lists`, async ({ page }) => {
    await signIn(page, 'sandbox-admin');
    const keys = new Keys(page);
    await perform(page, keys);
    expect(keys.finished).toEqual(names);
  });
}

function testTask(task: string, perform: (page: Page, keys: Keys) => Promise<void>): void {
  testTasks([task], async (page, keys) => {
    await keys.begin(task);
    await perform(page, keys);
    keys.finish(task);
  });
}

/** Saves a recipient through the interface. */
async function saveRecipient(page: Page, network: 'bnb' | 'trx', address: string): Promise<string> {
  const name = newName('Recipient');
  const response = await page.request.post('/console/address-book', {
    headers: fromOwnPage,
    data: { name, network, address, note: '' },
  });
  expect(response.status()).toBe(200);
  return name;
}

testTasks(['Create a wallet', 'Rename a wallet', 'Find a wallet', 'Block a wallet'], async (page, keys) => {
  const [renamed, next, blocked] = [newName(), newName('Renamed'), newName()];
  await createWalletByApi(page, { name: renamed });
  const address = await createWalletByApi(page, { name: blocked });

  await keys.begin('Create a wallet');
  await keys.search('new wallet', /^New wallet/);
  const dialog = page.getByRole('dialog', { name: 'New wallet' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await keys.type(newName());
  await keys.press('Enter');
  const created = page.getByRole('dialog', { name: 'Wallet created' });
  // Copying the address usually comes next.
  await expect(created.getByRole('button', { name: 'Copy address' })).toBeFocused();
  keys.finish('Create a wallet');

  await keys.begin('Rename a wallet');
  await keys.search(renamed, renamed);
  await expect(page.getByRole('dialog', { name: renamed })).toBeVisible();
  await keys.press('r');
  const renaming = page.getByRole('dialog', { name: 'Rename wallet' });
  await expect(renaming.getByRole('textbox')).toBeFocused();
  await keys.type(next);
  await keys.press('Enter');
  // The drawer shows the new name while the dialog is still closing, which ends with a step back in the history.
  await expect(renaming).toBeHidden();
  await expect(page.getByRole('dialog', { name: next })).toBeVisible();
  keys.finish('Rename a wallet');

  await keys.begin('Find a wallet');
  await keys.search(address.slice(12, 20), blocked);
  const drawer = page.getByRole('dialog', { name: blocked });
  await expect(drawer.getByText('Active', { exact: true })).toBeVisible();
  keys.finish('Find a wallet');
  await keys.press('b');
  await expect(drawer.getByText('Blocked', { exact: true })).toBeVisible();
  keys.finish('Block a wallet');
});

testTasks(['Pay a saved recipient'], async (page, keys) => {
  const name = await saveRecipient(page, 'trx', outsider);
  await keys.begin('Pay a saved recipient');
  await keys.press('n');
  await expect(form(page).getByRole('radio', { name: 'Personal wallet' })).toBeFocused();
  await keys.press('ArrowDown');
  await expect(form(page).getByText('Available in the pool')).toBeVisible();
  await keys.press('Tab', 'Tab', 'Tab');
  await payTo(page, keys, name);
  expect(keys.pressed.length).toBeLessThanOrEqual(12);
  await keys.press('Tab', 'Tab', 'Tab');
  await expect(sendButton(page)).toBeFocused();
  await keys.press('Enter');
  await expect(page.getByRole('dialog', { name: `Withdrawal of 31 USDT to ${name}` })).toBeVisible();
  keys.finish('Pay a saved recipient');
});

/** Goes from the recipient field to the review. */
async function payTo(page: Page, keys: Keys, name: string): Promise<void> {
  await expect(page.getByRole('combobox', { name: 'Recipient' })).toBeFocused();
  await keys.type(name);
  // The one that matches.
  await expect(form(page).getByRole('listbox').getByRole('option')).toHaveText(new RegExp(name));
  await keys.press('ArrowDown', 'Enter', 'Tab');
  await keys.type('31');
  await keys.press('Enter');
  await expect(page.getByRole('heading', { name: 'Review withdrawal' })).toBeFocused();
}

test('a payment to a saved recipient from a personal wallet, chosen from the list or by a part of its address, takes at most 12 keys to its review', async ({
  page,
}) => {
  await signIn(page, 'sandbox-admin');
  const wallet = await fundedPersonalWallet(page, 'bnb', 'USDT');
  const name = await saveRecipient(page, 'bnb', newAddress());
  await openStart(page, 'Withdrawals');
  const keys = new Keys(page);
  await keys.press('n');
  await expect(form(page).getByRole('radio', { name: 'Personal wallet' })).toBeFocused();
  await keys.press('Tab');
  await keys.type('BNB');
  await keys.press('Tab', 'Tab');
  const payer = page.getByRole('combobox', { name: 'Wallet', exact: true });
  await expect(payer).toBeFocused();
  await keys.press('ArrowDown');
  const wallets = form(page).getByRole('listbox', { name: 'Personal wallets on BNB Chain' });
  await expect(wallets.getByRole('option').nth(1)).toBeVisible();
  await keys.press('Enter');
  await expect(form(page).getByText(/^Available in this wallet/)).toBeVisible();
  await expect(payer).not.toHaveValue('');

  // The same two keys after a part of an address.
  await payer.fill('no such wallet');
  await expect(form(page).getByText('No personal wallet on BNB Chain matches.')).toBeVisible();
  await payer.fill('');
  await keys.type(wallet.address.slice(0, 20));
  await expect(wallets.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(form(page).getByText(/^Available in this wallet/)).toBeVisible();

  await keys.press('Tab');
  await payTo(page, keys, name);
  expect(keys.pressed.length).toBeLessThanOrEqual(12);
  // A saved recipient needs no proof.
  await sendButton(page).press('Enter');
  await expect(page).toHaveURL(/\/withdrawals\/wd_/);
  await expect(fact(page, 'Sender')).toContainText(wallet.address);
  await expect(fact(page, 'Recipient')).toContainText(name);
});

testTasks(['Look up a withdrawal’s status', 'Delete a new withdrawal'], async (page, keys) => {
  const { external_id: reference } = await createWithdrawalByApi(page);
  await keys.begin('Look up a withdrawal’s status');
  await keys.search(reference, 'Withdrawal of 25 USDT');
  await expect(fact(page, 'Status')).toContainText('New');
  keys.finish('Look up a withdrawal’s status');
  await expect(page.getByRole('link', { name: 'Delete' })).toBeVisible();
  await keys.press('d');
  const dialog = page.getByRole('dialog', { name: 'Delete withdrawal' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keys.press('Tab', 'Enter');
  await expect(page.getByText(`Deleted withdrawal “${reference}”`)).toBeVisible();
  keys.finish('Delete a new withdrawal');
});

testTasks(['Import 50 withdrawals'], async (page, keys) => {
  test.setTimeout(120_000);
  const recipient = newAddress();
  await saveRecipient(page, 'bnb', recipient);
  const lines = Array.from(
    { length: 50 },
    (_, row) => `pool,bnb,USDT,${recipient},5.${String(row + 1).padStart(4, '0')},${newName('Salary')}`,
  );
  const buffer = Buffer.from(['source,network,currency,recipient,amount,external_id', ...lines].join('\n'));
  // Before any key is pressed: a chooser that opens before the test listens is missed.
  page.on('filechooser', (chooser) => {
    void chooser.setFiles({ name: 'salaries.csv', mimeType: 'text/csv', buffer });
  });
  // Made by a test of their own: here, the keys count.
  const sent: string[] = [];
  await page.route('**/api/prod/v1/withdrawal-request', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const body = route.request().postDataJSON() as { external_id: string };
    sent.push(body.external_id);
    const now = new Date().toISOString();
    const made = { ...body, request_id: `wd_${sent.length}`, sender_wallet: 'exchange', fee: '0.3' };
    const data = { ...made, status: 'new', created_at: now, updated_at: now };
    const answer = { code: '200', error_code: null, error_message: null, data: { success: true, data } };
    return route.fulfill({ json: answer });
  });
  await keys.begin('Import 50 withdrawals');
  await keys.search('import withdrawals', /^Import withdrawals from CSV/);
  await expect(page).toHaveURL('/withdrawals/import');
  const choose = page.getByRole('button', { name: 'Choose a CSV file' });
  await expect(choose).toBeVisible();
  await keys.press('Tab');
  await expect(choose).toBeFocused();
  await keys.press('Enter');
  await expect(page.getByRole('heading', { name: 'Review import' })).toBeFocused({ timeout: 60_000 });
  // Past both tables, which scroll.
  await keys.press('Tab', 'Tab', 'Tab', 'Tab');
  await expect(page.getByRole('button', { name: 'Submit 50 withdrawals' })).toBeFocused();
  await keys.press('Enter');
  await expect(page.getByText('50 submitted.')).toBeVisible({ timeout: 60_000 });
  expect(new Set(sent).size).toBe(50);
  expect(sent).toHaveLength(50);
  keys.finish('Import 50 withdrawals');
});

testTask('Export a month of transactions', async (page, keys) => {
  await keys.search('last month', /^Transactions last month/);
  await expect(page.getByRole('button', { name: 'Time: Last month' })).toBeVisible();
  await keys.press('/', 'Tab', 'Tab');
  const direction = page.getByRole('combobox', { name: 'Direction' });
  await expect(direction).toBeFocused();
  await keys.type('Out');
  // The list as it is filtered now, and read.
  await expect(rows(page).first().getByRole('link').first()).toHaveAttribute('href', /direction=out/);
  await expect(page.getByRole('button', { name: 'Export' })).toBeEnabled();
  await keys.press('Shift+Tab', 'e');
  const dialog = page.getByRole('dialog', { name: 'Export transactions' });
  await expect(dialog.getByRole('radio', { name: /^CSV/ })).toBeFocused();
  const download = page.waitForEvent('download');
  await keys.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^transactions.*\.zip$/);
});

testTask('Check an address (AML)', async (page, keys) => {
  await keys.searchSecond(outsider, 'AML check of this address');
  await expect(page.getByRole('textbox', { name: 'Address or transaction ID' })).toBeFocused();
  await keys.press('Enter');
  await expect(page).toHaveURL(/\/aml\/[\w-]+$/);
  await awaitReport(page);
});

test('each of the ten documented tasks is tested', () => {
  expect(tested).toHaveLength(10);
  expect(new Set(tested)).toEqual(new Set(documentedTasks.keys()));
});

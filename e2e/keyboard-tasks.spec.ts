import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { awaitReport } from './aml-tasks.ts';
import { form, newAddress, sendButton } from './create-tasks.ts';
import { fromOwnPage, signIn } from './fixtures.ts';
import { test } from './own-server.ts';
import { createWalletByApi, newName } from './wallet-tasks.ts';
import { createWithdrawalByApi, fact, outsider, rows } from './withdrawal-tasks.ts';

test.use({
  serverFor: 'tasks by keyboard',
  serverSettings: { SANDBOX_AML: 'off', SANDBOX_AML_SECONDS: '2', WITHDRAWAL_DELAY_SECONDS: '600' },
});
// All tests share one server.
test.describe.configure({ mode: 'default' });

/** Presses keys as a person does, and notes them as `docs/keyboard.md` writes them. What is typed isn't counted. */
class Keys {
  readonly pressed: string[] = [];
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      this.pressed.push(writtenKeys[key] ?? (key.length === 1 ? key.toUpperCase() : key));
    }
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Types into the search for everything and opens the first result. */
  async search(text: string, first: RegExp | string): Promise<void> {
    await this.#enterSearch(text);
    await expect(offers(this.page).first()).toContainText(first);
    await this.press('Enter');
  }

  /** Like `search`, for its second result. */
  async searchSecond(text: string, second: RegExp | string): Promise<void> {
    await this.#enterSearch(text);
    await expect(offers(this.page).nth(1)).toContainText(second);
    await this.press('ArrowDown', 'Enter');
  }

  async #enterSearch(text: string): Promise<void> {
    await this.press('ControlOrMeta+k');
    await expect(this.page.getByRole('combobox', { name: 'Search everything' })).toBeFocused();
    await this.type(text);
  }
}

const writtenKeys: Partial<Record<string, string>> = {
  'ControlOrMeta+k': 'Ctrl K',
  'Shift+Tab': 'Shift Tab',
  ArrowDown: '↓',
};

const offers = (page: Page) => page.getByRole('listbox', { name: 'Search results' }).getByRole('option');

/** The tasks in the document's table: where each starts, its keys, and the documented count. */
const tasks = new Map(
  readFileSync('docs/keyboard.md', 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, task = '', start = '', keys = '', count = '']) =>
      /^\d+$/.test(count)
        ? [
            [
              task,
              { start, count: Number(count), keys: [...keys.matchAll(/`([^`]+)`/g)].map(([, key]) => key) },
            ],
          ]
        : [],
    ),
);

/** Does a task from its documented start, and compares the keys with the documented ones. */
function testTask(
  task: string,
  perform: (page: Page, keys: Keys, begin: () => Promise<void>) => Promise<void>,
): void {
  test(`“${task}” takes exactly the keys that the documentation lists`, async ({ page }) => {
    const documented = tasks.get(task);
    if (documented === undefined) throw new Error(`docs/keyboard.md has no task “${task}”.`);
    await signIn(page, 'sandbox-admin');
    const keys = new Keys(page);
    await perform(page, keys, () => openStart(page, documented.start));
    expect(keys.pressed).toEqual(documented.keys);
    expect(keys.pressed.length).toBe(documented.count);
  });
}

/** Opens the page that a task begins on, and waits until it can be worked with. */
async function openStart(page: Page, start: string): Promise<void> {
  const isOverview = start === 'Overview';
  await page.goto(isOverview ? '/' : '/withdrawals');
  await expect(page.getByRole('heading', { name: start, exact: true, level: 1 })).toBeVisible();
  const region = page.getByRole('region', { name: 'Console' });
  await expect(region.getByRole('button', { name: /^Search/ })).toBeVisible();
  if (!isOverview) await expect(page.getByRole('link', { name: 'New withdrawal' })).toBeVisible();
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

test('the documentation has ten tasks', () => {
  expect(tasks.size).toBe(10);
});

testTask('Create a wallet', async (page, keys, begin) => {
  await begin();
  await keys.search('new wallet', /^New wallet/);
  const dialog = page.getByRole('dialog', { name: 'New wallet' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await keys.type(newName());
  await keys.press('Enter');
  const created = page.getByRole('dialog', { name: 'Wallet created' });
  // Copying the address usually comes next.
  await expect(created.getByRole('button', { name: 'Copy address' })).toBeFocused();
});

testTask('Rename a wallet', async (page, keys, begin) => {
  const name = newName();
  const next = newName('Renamed');
  await createWalletByApi(page, { name });
  await begin();
  await keys.search(name, name);
  await expect(page.getByRole('dialog', { name })).toBeVisible();
  await keys.press('r');
  await expect(page.getByRole('dialog', { name: 'Rename wallet' }).getByRole('textbox')).toBeFocused();
  await keys.type(next);
  await keys.press('Enter');
  await expect(page.getByRole('dialog', { name: next })).toBeVisible();
});

testTask('Block a wallet', async (page, keys, begin) => {
  const name = newName();
  await createWalletByApi(page, { name });
  await begin();
  await keys.search(name, name);
  const drawer = page.getByRole('dialog', { name });
  await expect(drawer.getByText('Active', { exact: true })).toBeVisible();
  await keys.press('b');
  await expect(drawer.getByText('Blocked', { exact: true })).toBeVisible();
});

testTask('Find a wallet', async (page, keys, begin) => {
  const name = newName();
  const address = await createWalletByApi(page, { name });
  await begin();
  await keys.search(address.slice(12, 20), name);
  await expect(page.getByRole('dialog', { name })).toBeVisible();
});

testTask('Pay a saved recipient', async (page, keys, begin) => {
  const name = await saveRecipient(page, 'trx', outsider);
  await begin();
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
});

/** Goes from the recipient field to the review. */
async function payTo(page: Page, keys: Keys, name: string): Promise<void> {
  await expect(page.getByRole('combobox', { name: 'Recipient' })).toBeFocused();
  await keys.type(name);
  await expect(form(page).getByRole('option', { name })).toBeVisible();
  await keys.press('ArrowDown', 'Enter', 'Tab');
  await keys.type('31');
  await keys.press('Enter');
  await expect(page.getByRole('heading', { name: 'Review withdrawal' })).toBeFocused();
}

test('a payment to a saved recipient from a personal wallet takes at most 12 keys to its review', async ({
  page,
}) => {
  await signIn(page, 'sandbox-admin');
  const name = await saveRecipient(page, 'bnb', newAddress());
  await openStart(page, 'Withdrawals');
  const keys = new Keys(page);
  await keys.press('n');
  await expect(form(page).getByRole('radio', { name: 'Personal wallet' })).toBeFocused();
  await keys.press('Tab');
  await keys.type('BNB');
  await keys.press('Tab', 'Tab');
  await expect(page.getByRole('combobox', { name: 'Wallet', exact: true })).toBeFocused();
  await keys.press('ArrowDown');
  const wallets = form(page).getByRole('listbox', { name: 'Personal wallets on BNB Chain' });
  await expect(wallets.getByRole('option').first()).toBeVisible();
  await keys.press('Enter', 'Tab');
  await payTo(page, keys, name);
  expect(keys.pressed.length).toBeLessThanOrEqual(12);
});

testTask('Look up a withdrawal’s status', async (page, keys, begin) => {
  const { external_id: reference } = await createWithdrawalByApi(page);
  await begin();
  await keys.search(reference, 'Withdrawal of 25 USDT');
  await expect(fact(page, 'Status')).toContainText('New');
});

testTask('Delete a new withdrawal', async (page, keys, begin) => {
  const { external_id: reference } = await createWithdrawalByApi(page);
  await begin();
  await keys.search(reference, 'Withdrawal of 25 USDT');
  await expect(page.getByRole('link', { name: 'Delete' })).toBeVisible();
  await keys.press('d');
  const dialog = page.getByRole('dialog', { name: 'Delete withdrawal' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keys.press('Tab', 'Enter');
  await expect(page.getByText(`Deleted withdrawal “${reference}”`)).toBeVisible();
});

testTask('Import 50 withdrawals', async (page, keys, begin) => {
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
  await begin();
  await keys.search('import withdrawals', /^Import withdrawals/);
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
});

testTask('Export a month of transactions', async (page, keys, begin) => {
  await begin();
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

testTask('Check an address (AML)', async (page, keys, begin) => {
  await begin();
  await keys.searchSecond(outsider, 'AML check of this address');
  await expect(page.getByRole('textbox', { name: 'Address or transaction ID' })).toBeFocused();
  await keys.press('Enter');
  await expect(page).toHaveURL(/\/aml\/[\w-]+$/);
  await awaitReport(page);
});

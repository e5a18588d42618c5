import { expect, type Page } from '@playwright/test';
import { newAddress } from './aml-tasks.ts';
import { fromOwnPage, nextPicture, signIn } from './fixtures.ts';
import { holdScripts } from './held-scripts.ts';
import { fundedWallet, newName } from './wallet-tasks.ts';
import { test } from './warm-test.ts';
import { createWithdrawalByApi } from './withdrawal-tasks.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search everything' });
const offers = (page: Page) => page.getByRole('listbox', { name: 'Search results' }).getByRole('option');
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

/** Once there is a page to press keys on, with or without a drawer over it. */
async function openPalette(page: Page): Promise<void> {
  await expect(page.locator('[aria-keyshortcuts="Control+K Meta+K"]').first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field(page)).toBeFocused();
}

test('finds pages and commands by any of their words, from the keyboard alone', async ({ page }) => {
  await signIn(page, 'sandbox-admin');
  await page.goto('/help');
  await openPalette(page);
  await page.keyboard.type('failed tr');
  await expect(offers(page).first()).toHaveText(/Failed transactions/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/transactions\?status=error$/);

  await openPalette(page);
  await page.keyboard.type('theme');
  await page.keyboard.press('ArrowDown');
  await expect(offers(page).filter({ hasText: /Dark theme/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('recognises what is pasted: an address, a wallet of the account, a transaction hash', async ({
  page,
}) => {
  await signIn(page, 'sandbox-admin');
  const { name, address } = await fundedWallet(page);
  await page.goto('/help');
  await openPalette(page);
  await field(page).fill(`  ${address} `);
  const own = offers(page).first();
  await expect(own).toContainText(name);
  await expect(offers(page).filter({ hasText: /Transactions of this address/ })).toBeVisible();
  await own.click();
  const drawer = page.getByRole('dialog', { name });
  await expect(drawer).toBeVisible();

  const response = await page.request.get('/api/prod/v1/transactions?limit=1&status=completed');
  const { data } = (await response.json()) as { data: { transactions: { hash: string }[] } };
  const hash = data.transactions[0]?.hash ?? '';
  // Over what only shows something, which stays when nothing is chosen.
  await openPalette(page);
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeHidden();
  await expect(drawer).toBeVisible();
  await openPalette(page);
  await field(page).fill(hash);
  await offers(page)
    .filter({ hasText: /Transactions with this hash/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/transactions\\?search=${hash}`));
  await expect(
    page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader') })
      .first(),
  ).toBeVisible();
});

test('offers what the clipboard holds once the person lets the page read it', async ({ context, page }) => {
  await signIn(page, 'sandbox-admin');
  const { name, address } = await fundedWallet(page);
  await page.goto('/help');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(async (text) => navigator.clipboard.writeText(text), address);
  await openPalette(page);
  await page.getByRole('button', { name: `From clipboard: ${address}` }).click();
  await expect(field(page)).toHaveValue(address);
  await expect(offers(page).first()).toContainText(name);
});

test('is reached by hand as well, gives the focus back, and does not lie over what asks for a decision', async ({
  page,
}) => {
  await signIn(page, 'sandbox-admin');
  await page.goto('/transactions?limit=10');
  const button = page.getByRole('region', { name: 'Console' }).getByRole('button', { name: /^Search/ });
  await button.click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();

  // Its code is there now: it would come at once, with the next picture. Nor does it over the browser's own dialog.
  const isNotOver = async (name: string) => {
    const asking = page.getByRole('dialog', { name });
    await expect(asking).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await nextPicture(page);
    await expect(field(page)).toHaveCount(0);
    await expect(asking).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(asking).toBeHidden();
  };
  await page.getByRole('button', { name: 'Export' }).click();
  await isNotOver('Export transactions');
  await openPalette(page);
  await field(page).fill('new wallet');
  await page.keyboard.press('Enter');
  await isNotOver('New wallet');
});

test('a question mark shows the shortcuts, unless it is typed into a field or single-key shortcuts are off', async ({
  page,
}) => {
  await signIn(page, 'sandbox-admin');
  await page.goto('/transactions?limit=10');
  await expect(page.getByRole('searchbox').or(page.getByRole('textbox')).first()).toBeVisible();
  await page.keyboard.press('?');
  await expect(sheet(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();

  await page.keyboard.press('/');
  await page.keyboard.type('?');
  await expect(page.getByRole('textbox', { name: /^Find/ })).toHaveValue('?');
  await expect(sheet(page)).toBeHidden();

  await openPalette(page);
  await page.keyboard.type('keyboard');
  await page.keyboard.press('Enter');
  await expect(sheet(page)).toBeVisible();
  await sheet(page).getByRole('checkbox', { name: 'Enable single-key shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  await page.getByRole('heading', { name: 'Transactions' }).click();
  await page.keyboard.press('?');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field(page)).toBeFocused();
  await expect(sheet(page)).toBeHidden();
});

test('finds a withdrawal by reference, a saved address by part of its name, a wallet by parts of its address or name', async ({
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  const recipient = newAddress();
  const entry = { name: newName('Palette supplier'), network: 'eth', address: recipient, note: '' };
  const saved = await page.request.post('/console/address-book', { headers: fromOwnPage, data: entry });
  expect(saved.status()).toBe(200);
  const made = await createWithdrawalByApi(page, {
    amount: '31',
    network: 'eth',
    recipient_wallet: recipient,
  });
  const { name, address } = await fundedWallet(page);
  await page.goto('/help');
  await openPalette(page);
  await page.keyboard.insertText(address.slice(12, 20));
  await expect(offers(page).filter({ hasText: name }).first()).toBeVisible();
  const beginnings = name.split(' ').map((word) => word.slice(0, 4));
  await field(page).fill(beginnings.toReversed().join(' '));
  await expect(offers(page).filter({ hasText: new RegExp(address) })).toBeVisible();
  await field(page).fill('qq');
  await expect(
    page.getByText('No results. Check the spelling, or enter the whole address or ID.'),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();

  await field(page).fill(entry.name.slice(9));
  await expect(offers(page).first()).toContainText(entry.name);
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  await expect(form).toHaveValue(entry.name);
  await expect(page).toHaveURL(/\/address-book\//);
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();

  await openPalette(page);
  await page.keyboard.insertText(made.external_id);
  await expect(offers(page).first()).toContainText(`Withdrawal of 31 USDT to ${entry.name}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/withdrawals/${made.request_id}`);
});

test('what is typed before the search has opened goes into it, and is no shortcut of the page', async ({
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets?limit=10');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('rowheader').first().getByRole('link')).toBeFocused();
  const release = await holdScripts(page);
  await page.keyboard.press('ControlOrMeta+k');
  // B would block the wallet, and D would delete it.
  await page.keyboard.type('bd');
  await release();
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toHaveValue('bd');
  await expect(page).toHaveURL('/wallets?limit=10');
  await expect(page.getByText('is now blocked')).toHaveCount(0);
});

test('Enter pressed before the search is done opens its first result, unless the text changes', async ({
  page,
}) => {
  await signIn(page, 'sandbox-admin');
  await page.goto('/help');
  const { external_id: reference } = await createWithdrawalByApi(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/withdrawal-requests\?.*external_id=/, async (route) => {
    await released;
    await route.continue();
  });
  await openPalette(page);
  await page.keyboard.type(reference);
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(' ');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  release();
  await expect(page.getByRole('dialog', { name: 'Withdrawal of 25 USDT' })).toBeVisible();
});

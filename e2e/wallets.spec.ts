import { expect } from '@playwright/test';
import { follow, signIn } from './fixtures.ts';
import { newName, walletRow } from './wallet-tasks.ts';
import { test } from './warm-test.ts';

// With the mouse, `wallets-forms.spec.ts` goes most of the same way.
test('a wallet is created, renamed, blocked, found and deleted with the keyboard alone, with a warning wherever its address is shown', async ({
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  const name = newName();
  const renamed = newName('By keyboard');
  const keys = page.keyboard;
  const warning = 'Sandbox address: everyone knows its key.';

  await page.goto('/wallets?limit=10');
  await expect(page.getByRole('table', { name: 'Wallets' })).toHaveAttribute('aria-busy', 'false');
  await keys.press('n');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await keys.type(name);
  await keys.press('Tab');
  await keys.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Ethereum' })).toBeChecked();
  await keys.press('Enter');
  await expect(page.getByRole('button', { name: 'Copy address', exact: true })).toBeFocused();
  const created = page.getByRole('dialog', { name: 'Wallet created' });
  const address = (await created.getByRole('code').textContent()) ?? '';
  await expect(created.getByRole('img', { name: `QR code of the address ${address}` })).toBeVisible();
  await expect(created.getByText(warning)).toBeVisible();
  await keys.press('Escape');
  await expect(page.getByRole('link', { name: 'New wallet' })).toBeFocused();

  await keys.press('/');
  await expect(page.getByRole('textbox', { name: 'Find by name or address' })).toBeFocused();
  await keys.insertText(address);
  await expect(page.getByText('1–1 of 1', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`address=${address}`));
  await keys.press('ArrowDown');
  await expect(page.getByRole('link', { name, exact: true })).toBeFocused();

  await keys.press('r');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await keys.type(renamed);
  await keys.press('Enter');
  await expect(page.getByRole('link', { name: renamed, exact: true })).toBeFocused();

  await keys.press('Enter');
  const drawer = page.getByRole('dialog', { name: renamed });
  await expect(drawer.getByRole('button', { name: `Copy address ${address}` })).toBeVisible();
  await expect(drawer.getByText(warning)).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'Change status' })).toHaveAttribute(
    'href',
    new RegExp(`^/wallets/${address}/status`),
  );
  await keys.press('s');
  await expect(page.getByRole('radio', { name: 'Active', exact: false }).first()).toBeFocused();
  await keys.press('ArrowUp');
  await expect(page.getByRole('radio', { name: 'Blocked' })).toBeChecked();
  await keys.press('Enter');
  await expect(drawer).toContainText('Blocked');
  // The dialog closes only when all data that the change made stale was fetched again.
  await expect(page.getByText(`“${renamed}” is now blocked.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveAccessibleDescription(
    'This wallet is blocked. Change its status to withdraw from it.',
  );
  await keys.press('Escape');
  await expect(page.getByRole('link', { name: renamed, exact: true })).toBeFocused();
  await expect(walletRow(page, renamed)).toContainText('Blocked');

  await keys.press('d');
  const question = page.getByRole('dialog', { name: 'Delete wallet' });
  await expect(question.getByRole('textbox')).toBeFocused();
  await expect(question).toContainText('inaccessible until support restores it');
  await keys.press('Enter');
  await expect(question).toContainText('exactly as shown');
  await expect(question.getByRole('textbox')).toBeFocused();
  await keys.type(renamed);
  await keys.press('Enter');
  await expect(page.getByText(`Deleted “${renamed}”.`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await expect(question).toBeHidden();

  // A link to it, or to any other wallet that the account doesn't have.
  await follow(page, `/wallets/${address}?limit=10`);
  await expect(page.getByRole('dialog')).toContainText('Wallet not found');
  await page.getByRole('button', { name: 'Back to list' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
});

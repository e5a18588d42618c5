import { expect } from '@playwright/test';
import { signIn } from './fixtures.ts';
import { newName, walletRow } from './wallet-tasks.ts';
import { test } from './warm-test.ts';

test('creates, renames, blocks, finds and deletes a wallet', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  const name = newName();
  const renamed = newName('Renamed');

  await page.goto('/wallets?limit=10');
  await page.getByRole('link', { name: 'New wallet' }).click();
  const form = page.getByRole('dialog', { name: 'New wallet' });
  await expect(form.getByText(/^\d+ of 500 used$/)).toHaveCount(4);
  await form.getByLabel('Name').fill(name);
  await form.getByRole('radio', { name: 'Tron' }).check();
  await form.getByRole('radio', { name: 'Accounting' }).check();
  await form.getByRole('button', { name: 'Create wallet' }).click();

  const created = page.getByRole('dialog', { name: 'Wallet created' });
  const address = await created.getByRole('code').textContent();
  expect(address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
  await expect(created.getByRole('img', { name: `QR code of the address ${address}` })).toBeVisible();
  await created.getByRole('button', { name: 'Done' }).click();
  await expect(walletRow(page, name)).toContainText('TronAccounting');

  await page.getByRole('textbox', { name: 'Find by name or address' }).fill(address ?? '');
  await expect(page.getByText('1–1 of 1', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`address=${address}`));
  await walletRow(page, name).getByRole('link', { name }).click();

  const drawer = page.getByRole('dialog', { name });
  await expect(drawer.getByRole('button', { name: `Copy address ${address}` })).toBeVisible();
  await drawer.getByRole('link', { name: 'Rename' }).click();
  await page.getByRole('dialog', { name: 'Rename wallet' }).getByLabel('Name').fill(renamed);
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(page.getByText(`Renamed to “${renamed}”.`)).toBeVisible();
  const link = page.getByRole('dialog', { name: renamed }).getByRole('link', { name: 'Rename' });
  await expect(link).toBeFocused();

  await page.getByRole('dialog', { name: renamed }).getByRole('link', { name: 'Change status' }).click();
  await page.getByRole('radio', { name: 'Blocked' }).check();
  await page.getByRole('button', { name: 'Change status' }).click();
  await expect(page.getByText(`“${renamed}” is now blocked.`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(walletRow(page, renamed)).toContainText('Blocked');

  await walletRow(page, renamed).getByRole('link', { name: renamed }).click();
  await page.getByRole('dialog', { name: renamed }).getByRole('link', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete wallet' });
  await expect(question).toContainText('inaccessible until support restores it');
  await question.getByRole('button', { name: 'Delete wallet' }).click();
  await expect(question).toContainText('exactly as shown');
  await expect(question.getByRole('textbox')).toBeFocused();
  await question.getByRole('textbox').fill(renamed);
  await question.getByRole('button', { name: 'Delete wallet' }).click();
  await expect(page.getByText(`Deleted “${renamed}”.`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
});

test('a wallet is created, renamed, blocked, found and deleted with the keyboard alone', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  const name = newName();
  const renamed = newName('By keyboard');
  const keys = page.keyboard;

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
  const address = (await page.getByRole('dialog').getByRole('code').textContent()) ?? '';
  await keys.press('Escape');
  await expect(page.getByRole('link', { name: 'New wallet' })).toBeFocused();

  await keys.press('/');
  await expect(page.getByRole('textbox', { name: 'Find by name or address' })).toBeFocused();
  await keys.insertText(address);
  await expect(page.getByText('1–1 of 1', { exact: true })).toBeVisible();
  await keys.press('ArrowDown');
  await expect(page.getByRole('link', { name, exact: true })).toBeFocused();

  await keys.press('r');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await keys.type(renamed);
  await keys.press('Enter');
  await expect(page.getByRole('link', { name: renamed, exact: true })).toBeFocused();

  await keys.press('Enter');
  await expect(page.getByRole('dialog', { name: renamed })).toBeVisible();
  await keys.press('s');
  await expect(page.getByRole('radio', { name: 'Active', exact: false }).first()).toBeFocused();
  await keys.press('ArrowUp');
  await expect(page.getByRole('radio', { name: 'Blocked' })).toBeChecked();
  await keys.press('Enter');
  await expect(page.getByRole('dialog', { name: renamed })).toContainText('Blocked');
  // The dialog closes only when all data that the change made stale was fetched again.
  await expect(page.getByText(`“${renamed}” is now blocked.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveAccessibleDescription(
    'This wallet is blocked. Change its status to withdraw from it.',
  );
  await keys.press('Escape');
  await expect(page.getByRole('link', { name: renamed, exact: true })).toBeFocused();

  await keys.press('d');
  await expect(page.getByRole('dialog', { name: 'Delete wallet' }).getByRole('textbox')).toBeFocused();
  await keys.type(renamed);
  await keys.press('Enter');
  await expect(page.getByText(`Deleted “${renamed}”.`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
});

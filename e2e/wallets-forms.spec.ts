import { expect } from '@playwright/test';
import { nextPicture, signIn } from './fixtures.ts';
import { holdChange } from './held-changes.ts';
import { createWalletByApi, fundedWallet, newName, walletRow } from './wallet-tasks.ts';
import { test } from './warm-test.ts';

test('leaving a form with something entered asks first', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets?limit=10');
  await page.getByRole('link', { name: 'New wallet' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Half a name');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a name');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();

  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL('/wallets?limit=10');
});

test('a wallet is created, renamed and deleted with the mouse, and Back then leads to what was before its dialogs, not into them again', async ({
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/help');
  await page.goto('/wallets?limit=25');
  const address = await createWalletByApi(page);
  const name = newName('Closed');
  const back = async (url: string) => {
    await page.goBack();
    await expect(page).toHaveURL(url);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };

  await page.getByRole('link', { name: 'New wallet' }).click();
  await expect(page.getByRole('dialog').getByText(/^\d+ of 500 used$/)).toHaveCount(4);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create wallet' }).click();
  await page.getByRole('button', { name: 'Done' }).dblclick();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await walletRow(page, name).getByRole('link', { name }).click();
  await page.getByRole('dialog', { name }).getByRole('link', { name: 'Rename' }).click();
  await page.getByLabel('Name', { exact: true }).fill(`${name}!`);
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(page.getByText(`Renamed to “${name}!”.`)).toBeVisible();
  const renamed = page.getByRole('dialog', { name: `${name}!` });
  await expect(renamed.getByRole('link', { name: 'Rename' })).toBeFocused();
  await renamed.getByRole('link', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete wallet' }).getByRole('textbox').fill(`${name}!`);
  await page.getByRole('button', { name: 'Delete wallet' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await back('/help');

  // Opened by its URL, it has no list to go back to.
  await page.goto(`/wallets/${address}/rename?limit=10`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/wallets?limit=10');
  await back('/help');
});

test('a new wallet without a name is refused at the field, a double click creates one, and another begins at its name', async ({
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets/new?limit=25');
  let creations = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/wallets')) creations += 1;
  });
  const field = page.getByLabel('Name', { exact: true });
  await page.getByRole('button', { name: 'Create wallet' }).click();
  await expect(field).toHaveAccessibleDescription(/Enter a name \(up to 64 characters\)\./);
  await expect(field).toBeFocused();
  expect(creations).toBe(0);

  const name = newName('Clicked twice');
  await field.fill(name);
  await page.getByRole('radio', { name: 'Bitcoin' }).check();
  await page.getByRole('radio', { name: 'Accounting' }).check();
  await page.getByRole('button', { name: 'Create wallet' }).dblclick();
  await expect(page.getByRole('dialog').getByRole('code')).toHaveText(/^bc1q[02-9ac-hj-np-z]{38}$/);
  await page.getByRole('button', { name: 'Create another' }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await expect(page.getByRole('radio', { name: 'Bitcoin' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Accounting' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(walletRow(page, name)).toHaveCount(1);
  await expect(walletRow(page, name)).toContainText('BitcoinAccounting');
  expect(creations).toBe(1);
});

test("a service's error about a field appears at that field", async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  const address = await createWalletByApi(page);
  // The form would not send this itself: the page and the service share their rules.
  await page.route('**/api/prod/v1/wallets', (route) =>
    route.request().method() === 'PUT'
      ? route.continue({ postData: JSON.stringify({ address, name: '' }) })
      : route.continue(),
  );
  await page.goto(`/wallets/${address}/rename?limit=10`);
  await page.getByLabel('Name', { exact: true }).fill('Anything');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toHaveAccessibleDescription(/Enter a name \(up to 64 characters\)\./);
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Anything');
});

test("a wallet with a balance can't be deleted, and its funds can be withdrawn instead", async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  const { address } = await fundedWallet(page);
  await page.goto(`/wallets/${address}/delete?limit=10`);
  const question = page.getByRole('dialog', { name: 'Delete wallet' });
  const remove = question.getByRole('button', { name: 'Delete wallet' });
  await expect(remove).toHaveAccessibleDescription(/^A wallet with a balance can’t be deleted/);
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await expect(question.getByRole('textbox')).toHaveCount(0);
  await question.getByRole('link', { name: 'Withdraw', exact: true }).click();
  await expect(page).toHaveURL(/\/withdrawals\/new\?/);
});

test('leaving a form that is being saved asks nothing, unless it couldn’t be saved', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  const address = await createWalletByApi(page);
  await page.goto(`/wallets/${address}/rename?limit=10`);
  const form = page.getByRole('dialog', { name: 'Rename wallet' });
  const question = form.getByRole('alertdialog');
  const rename = async () => {
    const held = await holdChange(page, '**/api/prod/v1/wallets');
    await form.getByLabel('Name', { exact: true }).fill(newName());
    await page.keyboard.press('Enter');
    await held.arrived;
    await page.keyboard.press('Escape');
    await nextPicture(page);
    await expect(question).toBeHidden();
    return held;
  };
  const lost = await rename();
  await lost.release('lost');
  await expect(question).toContainText('Discard your changes?');
  await question.getByRole('button', { name: 'Keep editing' }).click();

  const saved = await rename();
  await saved.release();
  await expect(page.getByText(/^Renamed to/)).toBeVisible();
  await expect(form).toBeHidden();
});

import { expect, test } from '@playwright/test';
import { signIn } from './fixtures.ts';
import { createWalletByApi, fundedWallet, newName, walletRow } from './wallet-tasks.ts';

test('leaving a form with something entered asks first', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets');
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
  await expect(page).toHaveURL('/wallets');
});

test('Back after a dialog is closed leads to what was before it, not into it again', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/balances');
  await page.getByRole('link', { name: 'Wallets', exact: true }).click();
  const address = await createWalletByApi(page);
  const name = newName('Closed');
  const back = async (url: string) => {
    await page.goBack();
    await expect(page).toHaveURL(url);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };

  await page.getByRole('link', { name: 'New wallet' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create wallet' }).click();
  await page.getByRole('button', { name: 'Done' }).dblclick();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await walletRow(page, name).getByRole('link', { name }).click();
  await page.getByRole('dialog', { name }).getByRole('link', { name: 'Rename' }).click();
  await page.getByLabel('Name', { exact: true }).fill(`${name}!`);
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await page
    .getByRole('dialog', { name: `${name}!` })
    .getByRole('link', { name: 'Delete' })
    .click();
  await page.getByRole('dialog', { name: 'Delete wallet' }).getByRole('textbox').fill(`${name}!`);
  await page.getByRole('button', { name: 'Delete wallet' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await back('/balances');

  // Opened by its URL, it has no list to go back to.
  await page.goto(`/wallets/${address}/rename`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/wallets');
  await back('/balances');
});

test('a double click creates one wallet', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets/new');
  let creations = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/wallets')) creations += 1;
  });
  const name = newName('Clicked twice');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create wallet' }).dblclick();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(walletRow(page, name)).toHaveCount(1);
  expect(creations).toBe(1);
});

test('creating another keeps network and type and starts at the name', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets/new');
  await page.getByLabel('Name', { exact: true }).fill(newName());
  await page.getByRole('radio', { name: 'BNB Chain' }).check();
  await page.getByRole('radio', { name: 'Accounting' }).check();
  await page.getByRole('button', { name: 'Create wallet' }).click();
  await page.getByRole('button', { name: 'Create another' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  await expect(page.getByRole('radio', { name: 'BNB Chain' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Accounting' })).toBeChecked();
});

test('a missing value is reported at its field, without a request', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets/new');
  await page.getByRole('button', { name: 'Create wallet' }).click();
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toHaveAccessibleDescription(/Enter a name \(up to 64 characters\)\./);
  await expect(name).toBeFocused();
});

test("a service's error about a field appears at that field", async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets');
  const address = await createWalletByApi(page);
  // The form would not send this itself: the page and the service share their rules.
  await page.route('**/api/prod/v1/wallets', (route) =>
    route.request().method() === 'PUT'
      ? route.continue({ postData: JSON.stringify({ address, name: '' }) })
      : route.continue(),
  );
  await page.goto(`/wallets/${address}/rename`);
  await page.getByLabel('Name', { exact: true }).fill('Anything');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toHaveAccessibleDescription(/Enter a name \(up to 64 characters\)\./);
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Anything');
});

test("a wallet with a balance can't be deleted, and its funds can be withdrawn instead", async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets');
  const { address } = await fundedWallet(page);
  await page.goto(`/wallets/${address}/delete`);
  const question = page.getByRole('dialog', { name: 'Delete wallet' });
  const remove = question.getByRole('button', { name: 'Delete wallet' });
  await expect(remove).toHaveAccessibleDescription(/^A wallet with a balance can’t be deleted/);
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await expect(question.getByRole('textbox')).toHaveCount(0);
  await question.getByRole('link', { name: 'Withdraw', exact: true }).click();
  await expect(page).toHaveURL(/\/withdrawals\/new\?/);
});

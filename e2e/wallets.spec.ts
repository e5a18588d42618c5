import { expect, test } from '@playwright/test';
import { createWalletByApi, fundedWallet, newName, signInAs, walletRow } from './wallet-tasks.ts';

const networks = [
  { name: 'Tron', address: /^T[1-9A-HJ-NP-Za-km-z]{33}$/ },
  { name: 'Ethereum', address: /^0x[0-9a-fA-F]{40}$/ },
  { name: 'BNB Chain', address: /^0x[0-9a-fA-F]{40}$/ },
  { name: 'Bitcoin', address: /^bc1q[02-9ac-hj-np-z]{38}$/ },
];

for (const network of networks) {
  test(`creates, renames, blocks, finds and deletes a wallet on ${network.name}`, async ({ page }) => {
    await signInAs(page, 'sandbox-operator');
    const name = newName();
    const renamed = newName('Renamed');

    await page.goto('/wallets');
    await page.getByRole('link', { name: 'New wallet' }).click();
    const form = page.getByRole('dialog', { name: 'New wallet' });
    await expect(form.getByText(/^\d+ of 500 used$/)).toHaveCount(4);
    await form.getByLabel('Name').fill(name);
    await form.getByRole('radio', { name: network.name }).check();
    await form.getByRole('radio', { name: 'Accounting' }).check();
    await form.getByRole('button', { name: 'Create wallet' }).click();

    const created = page.getByRole('dialog', { name: 'Wallet created' });
    const address = await created.getByRole('code').textContent();
    expect(address).toMatch(network.address);
    await expect(created.getByRole('img', { name: `QR code of the address ${address}` })).toBeVisible();
    await created.getByRole('link', { name: 'Done' }).click();
    await expect(walletRow(page, name)).toContainText(`${network.name}Accounting`);

    await page.getByRole('textbox', { name: 'Find by address' }).fill(address ?? '');
    await expect(page.getByText('1 wallet', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`address=${address}`));
    await walletRow(page, name).getByRole('link', { name }).click();

    const drawer = page.getByRole('dialog', { name });
    await expect(drawer.getByRole('button', { name: `Copy address ${address}` })).toBeVisible();
    await drawer.getByRole('link', { name: 'Rename' }).click();
    await page.getByRole('dialog', { name: 'Rename wallet' }).getByLabel('Name').fill(renamed);
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await expect(page.getByText(`Renamed to “${renamed}”.`)).toBeVisible();

    await page.getByRole('dialog', { name: renamed }).getByRole('link', { name: 'Change status' }).click();
    await page.getByRole('radio', { name: 'Blocked' }).check();
    await page.getByRole('button', { name: 'Change status' }).click();
    await expect(page.getByText(`“${renamed}” is blocked now.`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(walletRow(page, renamed)).toContainText('Blocked');

    await walletRow(page, renamed).getByRole('link', { name: renamed }).click();
    await page.getByRole('dialog', { name: renamed }).getByRole('link', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete wallet' });
    await expect(question).toContainText('inaccessible until support restores it');
    await question.getByRole('button', { name: 'Delete wallet' }).click();
    await expect(question).toContainText('exactly as it is written');
    await question.getByRole('textbox').fill(renamed);
    await question.getByRole('button', { name: 'Delete wallet' }).click();
    await expect(page.getByText(`Deleted “${renamed}”.`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Nothing matches the filters' })).toBeVisible();
  });
}

test('a wallet is created, renamed, blocked, found and deleted with the keyboard alone', async ({ page }) => {
  await signInAs(page, 'sandbox-operator');
  const name = newName();
  const renamed = newName('By keyboard');
  const keys = page.keyboard;

  await page.goto('/wallets');
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
  await expect(page.getByRole('textbox', { name: 'Find by address' })).toBeFocused();
  await keys.insertText(address);
  await expect(page.getByText('1 wallet', { exact: true })).toBeVisible();
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
  await keys.press('Escape');
  await expect(page.getByRole('link', { name: renamed, exact: true })).toBeFocused();

  await keys.press('d');
  await expect(page.getByRole('dialog', { name: 'Delete wallet' }).getByRole('textbox')).toBeFocused();
  await keys.type(renamed);
  await keys.press('Enter');
  await expect(page.getByText(`Deleted “${renamed}”.`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing matches the filters' })).toBeVisible();
});

test('closing the drawer gives the focus back to its row', async ({ page }) => {
  await signInAs(page, 'sandbox-operator');
  await page.goto('/wallets');
  const rows = page.getByRole('rowheader').getByRole('link');
  await rows.nth(2).focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(3)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rows.nth(3)).toBeFocused();
});

test('letters typed into a field are no shortcuts', async ({ page }) => {
  await signInAs(page, 'sandbox-operator');
  await page.goto('/wallets');
  await page.getByRole('textbox', { name: 'Find by address' }).click();
  await page.keyboard.type('cnrsd');
  await expect(page.getByRole('textbox', { name: 'Find by address' })).toHaveValue('cnrsd');
  await expect(page).toHaveURL('/wallets');
});

test('without wallets:write the actions say why, and their addresses show what is missing', async ({
  page,
}) => {
  await signInAs(page, 'sandbox-finance');
  await page.goto('/wallets');
  const create = page.getByRole('button', { name: 'New wallet' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await create.focus();
  await expect(
    page.getByRole('tooltip').filter({ hasText: 'lacks the permission wallets:write' }),
  ).toBeVisible();

  const { address, name } = await fundedWallet(page);
  await page.goto(`/wallets/${address}`);
  const drawer = page.getByRole('dialog', { name });
  for (const action of ['Rename', 'Change status', 'Delete']) {
    await expect(drawer.getByRole('button', { name: action })).toHaveAttribute('aria-disabled', 'true');
  }

  for (const path of ['/wallets/new', `/wallets/${address}/rename`, `/wallets/${address}/delete`]) {
    await page.goto(path);
    await expect(page.getByRole('dialog')).toContainText('wallets:write');
    await expect(page.getByRole('dialog').getByRole('textbox')).toHaveCount(0);
  }
});

test('leaving a form with something entered asks first', async ({ page }) => {
  await signInAs(page, 'sandbox-operator');
  await page.goto('/wallets');
  await page.getByRole('link', { name: 'New wallet' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Half a name');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard what you entered?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a name');

  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL('/wallets');
});

test('a double click creates one wallet', async ({ page }) => {
  await signInAs(page, 'sandbox-operator');
  await page.goto('/wallets/new');
  let creations = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/wallets')) creations += 1;
  });
  const name = newName('Clicked twice');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create wallet' }).dblclick();
  await page.getByRole('link', { name: 'Done' }).click();
  await expect(walletRow(page, name)).toHaveCount(1);
  expect(creations).toBe(1);
});

test('creating another keeps network and type and starts at the name', async ({ page }) => {
  await signInAs(page, 'sandbox-operator');
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

test('what a form lacks shows at its field, without a request', async ({ page }) => {
  await signInAs(page, 'sandbox-operator');
  await page.goto('/wallets/new');
  await page.getByRole('button', { name: 'Create wallet' }).click();
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toHaveAccessibleDescription(/must be 1 to 64 characters/);
  await expect(name).toBeFocused();
});

test('what the service says about a field shows at that field', async ({ page }) => {
  await signInAs(page, 'sandbox-operator');
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
  await expect(name).toHaveAccessibleDescription(/must be 1 to 64 characters/);
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Anything');
});

test('a wallet that holds funds is not deleted, for the reason that the service gives', async ({ page }) => {
  await signInAs(page, 'sandbox-operator');
  await page.goto('/wallets');
  const { address, name } = await fundedWallet(page);
  await page.goto(`/wallets/${address}/delete`);
  const question = page.getByRole('dialog', { name: 'Delete wallet' });
  await expect(question).toContainText('Move these funds out first');
  await question.getByRole('textbox').fill(name);
  await question.getByRole('button', { name: 'Delete wallet' }).click();
  await expect(question.getByRole('alert')).toContainText(/^Not deleted: still holds [\d.]+ [A-Z]+/);
  await expect(question.getByRole('textbox')).toHaveValue(name);
});

test('filters, page size and page are the address: they survive a reload, and Back leads back', async ({
  page,
}) => {
  await signInAs(page, 'sandbox-operator');
  await page.goto('/wallets');
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25');
  await page.getByRole('combobox', { name: 'Network' }).selectOption('trx');
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByText(/^26–/)).toBeVisible();
  const address = page.url();
  const first = await page.getByRole('rowheader').first().textContent();

  await page.reload();
  expect(page.url()).toBe(address);
  await expect(page.getByRole('rowheader').first()).toHaveText(first ?? '');
  await expect(page.getByRole('combobox', { name: 'Network' })).toHaveValue('trx');

  await page.getByRole('rowheader').first().getByRole('link').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(page.url()).toBe(address);
  await page.goBack();
  await expect(page.getByText(/^1–25/)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Network' })).toHaveValue('trx');
});

test('says of a pasted text that it is not an address, and searches for it when told to', async ({
  page,
}) => {
  await signInAs(page, 'sandbox-operator');
  await page.goto('/wallets');
  const filter = page.getByRole('textbox', { name: 'Find by address' });
  await filter.fill('a'.repeat(64));
  await expect(filter).toHaveAccessibleDescription(/This is a transaction id, not an address/);
  await filter.press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing matches the filters' })).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).first().click();
  await expect(filter).toHaveValue('');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});

test('a link to a wallet that the account does not have says so', async ({ page }) => {
  await signInAs(page, 'sandbox-operator');
  await page.goto('/wallets/TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  await expect(page.getByRole('dialog')).toContainText('No wallet has this address');
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('rows stay when a later reading fails, under what went wrong', async ({ page }) => {
  await signInAs(page, 'sandbox-operator');
  await page.goto('/wallets?limit=25');
  const first = page.getByRole('rowheader').first();
  await expect(first).toBeVisible();
  await page.route('**/api/prod/v1/wallets?*', (route) => route.abort());

  // The list is read again after a change, here one that fails too: nobody knows whether it was made.
  await page.route('**/api/prod/v1/wallets', (route) => route.abort());
  await page.getByRole('link', { name: 'New wallet' }).click();
  await page.getByLabel('Name', { exact: true }).fill(newName());
  await page.getByRole('button', { name: 'Create wallet' }).click();
  await expect(page.getByRole('dialog')).toContainText('It is not known whether the wallet was created.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();

  const failure = page.getByRole('alert').filter({ hasText: 'cannot be reached' });
  await expect(failure).toBeVisible();
  await expect(first).toBeVisible();
  await page.unrouteAll();
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(failure).toBeHidden();
});

test('says so while the browser is offline', async ({ page, context }) => {
  await signInAs(page, 'sandbox-operator');
  await page.goto('/wallets?limit=25');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});

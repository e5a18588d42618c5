import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { limitPermissions, signIn } from './fixtures.ts';
import { fundedWallet, newName } from './wallet-tasks.ts';

test('without wallets:write the actions say why, and their addresses show what is missing', async ({
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  await page.goto('/wallets');
  const create = page.getByRole('button', { name: 'New wallet' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await create.focus();
  await expect(
    page.getByRole('tooltip').filter({ hasText: 'doesn’t have the wallets:write permission' }),
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

test('without wallets:read the page says which permission is missing', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await limitPermissions(page, ['balances:read']);
  await page.goto('/wallets');
  await expect(page.getByRole('main')).toContainText(
    'Your API key doesn’t have the wallets:read permission.',
  );
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('filters, page size and page are the address: they survive a reload, and Back leads back', async ({
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets');
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25');
  await page.getByRole('combobox', { name: 'Network' }).selectOption('trx');
  const next = page.getByRole('link', { name: 'Next page' });
  await expect(next).toHaveAttribute('href', /limit=25&network=trx&offset=25$/);
  await next.click();
  // Other tests add wallets in the meantime: the rows on the page may change, but not their number and kind.
  const showsThePage = async () => {
    await expect(page.getByText(/^26–\d+ of/)).toBeVisible();
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByRole('combobox', { name: 'Network' })).toHaveValue('trx');
    await expect(page.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('25');
    const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
    await expect(rows.filter({ hasNot: page.getByRole('cell', { name: 'Tron', exact: true }) })).toHaveCount(
      0,
    );
  };
  await showsThePage();
  const address = page.url();

  await page.reload();
  expect(page.url()).toBe(address);
  await showsThePage();

  await page.getByRole('rowheader').first().getByRole('link').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(page.url()).toBe(address);
  await page.goBack();
  await expect(page.getByText(/^1–25/)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Network' })).toHaveValue('trx');
});

test('the next page begins after the rows that were asked for, before they are there as well', async ({
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets?limit=100');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.route('**/api/prod/v1/wallets?*', () => new Promise(() => {}));
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25');
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', /offset=25$/);
});

test('says that a pasted text is not an address, and searches for it on request', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets');
  const filter = page.getByRole('textbox', { name: 'Find by name or address' });
  await filter.fill('a'.repeat(64));
  await expect(filter).toHaveAccessibleDescription(/This is a transaction ID, not an address/);
  await filter.press('Enter');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).first().click();
  await expect(filter).toHaveValue('');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});

test('says so for a link to a wallet that the account does not have', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets/TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  await expect(page.getByRole('dialog')).toContainText('Wallet not found');
  await page.getByRole('button', { name: 'Back to list' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('rows stay when a later reading fails, under what went wrong', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets?limit=25');
  const first = page.getByRole('rowheader').first();
  await expect(first).toBeVisible();
  await page.route('**/api/prod/v1/wallets?*', (route) => route.abort());

  // The list is fetched again after a change, even after a failed one, because it may have been made.
  await page.route('**/api/prod/v1/wallets', (route) => route.abort());
  await page.getByRole('link', { name: 'New wallet' }).click();
  await page.getByLabel('Name', { exact: true }).fill(newName());
  await page.getByRole('button', { name: 'Create wallet' }).click();
  await expect(page.getByRole('dialog')).toContainText('The change may have been made');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();

  const failure = page.getByRole('alert').filter({ hasText: 'Can’t reach' });
  await expect(failure).toBeVisible();
  await expect(first).toBeVisible();
  await page.unrouteAll();
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(failure).toBeHidden();
});

test('says so while the browser is offline', async ({ page, context }) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets?limit=25');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});

test('says so while the service is busy, and recovers without a reload', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  const busy = {
    code: '503',
    error_code: 'system',
    error_message: 'The service is busy. Try again in a few seconds',
    data: null,
  };
  await page.goto('/wallets?limit=25');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.route('**/api/prod/v1/**', async (route) =>
    route.fulfill({ status: 503, json: busy, headers: { 'retry-after': '3' } }),
  );
  await page.getByRole('link', { name: 'Transactions', exact: true }).click();
  const notice = page.getByText('The service is busy. This page updates automatically');
  await expect(notice).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByRole('row').nth(1)).toBeVisible({ timeout: 20_000 });
  await expect(notice).toBeHidden({ timeout: 20_000 });
});

test('columns and filters are kept as a view that the account finds again', async ({ page, browser }) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets?limit=25');
  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns and density' });
  await columns.getByRole('checkbox', { name: 'Refunds' }).click();
  await expect(columns.getByRole('checkbox', { name: 'Refunds' })).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Refunds' })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Network' }).selectOption('btc');

  const name = `View ${randomUUID().slice(0, 8)}`;
  await page.getByRole('button', { name: /^Saved views/ }).click();
  const menu = page.getByRole('dialog', { name: 'Saved views' });
  await menu.getByRole('button', { name: 'Save as new view' }).click();
  await menu.getByLabel('View name').fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Saved views: ${name}`, exact: true })).toBeVisible();

  const context = await browser.newContext();
  const colleague = await context.newPage();
  await signIn(colleague, 'sandbox-finance');
  await colleague.goto('/wallets?limit=50');
  await colleague.getByRole('button', { name: /^Saved views/ }).click();
  await colleague
    .getByRole('dialog', { name: 'Saved views' })
    .getByRole('link', { name, exact: true })
    .click();
  await expect(colleague.getByRole('combobox', { name: 'Network' })).toHaveValue('btc');
  await expect(colleague.getByRole('columnheader', { name: 'Status' })).toBeVisible();
  await expect(colleague.getByRole('columnheader', { name: 'Refunds' })).toHaveCount(0);
  await context.close();

  // The next one who filters so would see this view, and could not save another.
  await page.getByRole('button', { name: `Saved views: ${name}`, exact: true }).click();
  await menu.getByRole('button', { name: `Delete “${name}”` }).click();
  await menu.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Saved views: Unsaved view' })).toBeVisible();
});

test('selected wallets are copied with every digit, from the keyboard', async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets?limit=25&network=eth');
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('button', { name: 'Columns' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await expect(page.getByText('2 rows selected')).toBeVisible();
  const marked = page.getByRole('row').filter({ has: page.getByRole('checkbox', { checked: true }) });
  const names = await marked.getByRole('rowheader').allInnerTexts();
  await page.keyboard.press('ControlOrMeta+c');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const [head, ...lines] = copied.trimEnd().split('\r\n');
  expect(head).toBe('address,name,network,type,status,balances');
  expect(lines).toHaveLength(2);
  for (const [index, line] of lines.entries()) {
    expect(line).toMatch(/^0x[0-9a-fA-F]{40},/);
    expect(line).toContain(names[index]?.trim() ?? 'no name');
  }
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByText('2 rows selected')).toBeHidden();
});

test('selecting the first row moves nothing, and a long amount shows every digit while its row is hovered', async ({
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets?limit=100');
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first();
  await expect(row).toBeVisible();
  const before = await row.boundingBox();
  await row.getByRole('checkbox').check();
  await expect(page.getByText('1 row selected')).toBeVisible();
  expect(await row.boundingBox()).toEqual(before);

  const short = page
    .locator('tr[data-row] span[aria-hidden]')
    .filter({ hasText: /^[\d,]+\.\d+…/ })
    .first();
  await short.scrollIntoViewIfNeeded();
  const exact = short.locator('xpath=following-sibling::span');
  expect((await exact.boundingBox())?.width).toBeLessThan(5);
  await short.locator('xpath=ancestor::tr').getByRole('rowheader').hover();
  await expect.poll(async () => (await exact.boundingBox())?.width).toBeGreaterThan(60);
  const [shown, digits] = [await short.innerText(), await exact.innerText()];
  expect(digits.startsWith(shown.slice(0, shown.indexOf('…')))).toBe(true);
});

import { expect } from '@playwright/test';
import { signIn } from './fixtures.ts';
import { fail } from './screen.ts';
import { fundedWallet, newName } from './wallet-tasks.ts';
import { test } from './warm-test.ts';

test('without wallets:write the actions say why, and the address of one shows what is missing', async ({
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  await page.goto('/wallets?limit=10');
  const create = page.getByRole('button', { name: 'New wallet' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await create.focus();
  await expect(
    page.getByRole('tooltip').filter({ hasText: 'doesn’t have the wallets:write permission' }),
  ).toBeVisible();

  // Not the newest one: other tests delete theirs.
  const { address } = await fundedWallet(page);
  await page.goto(`/wallets/${address}?limit=10`);
  const drawer = page.getByRole('dialog');
  for (const action of ['Rename', 'Change status', 'Delete']) {
    await expect(drawer.getByRole('button', { name: action })).toHaveAttribute('aria-disabled', 'true');
  }

  await page.goto(`/wallets/${address}/rename?limit=10`);
  await expect(drawer).toContainText('wallets:write');
  await expect(drawer.getByRole('textbox')).toHaveCount(0);
});

test('filters are the address, and the next page begins after the rows that were asked for, before they are there', async ({
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets?limit=50');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Network' }).selectOption('trx');
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('cell', { name: 'Ethereum', exact: true })).toHaveCount(0);
  await expect(page).toHaveURL('/wallets?limit=50&network=trx');
  await page.route('**/api/prod/v1/wallets?*', () => new Promise(() => {}));
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25');
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('link', { name: 'Next page' })).toHaveAttribute(
    'href',
    /limit=25&network=trx&offset=25$/,
  );
});

test('says that a pasted text is not an address, over the table and not under it, and searches for it on request', async ({
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets?limit=10');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  const filter = page.getByRole('textbox', { name: 'Find by name or address' });
  await filter.fill('a'.repeat(64));
  await expect(filter).toHaveAccessibleDescription(/This is a transaction ID, not an address/);
  const hint = page.getByText('This is a transaction ID, not an address.');
  const isOnTop = await hint.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isOnTop).toBe(true);
  await filter.press('Enter');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).first().click();
  await expect(filter).toHaveValue('');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});

test('rows stay when a later reading fails, under what went wrong', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets?limit=10');
  const first = page.getByRole('rowheader').first();
  await expect(first).toBeVisible();
  // Not asked for again by itself, unlike a service that can't be reached.
  await fail(page, '/wallets');

  // The list is fetched again after a change, even after a failed one, because it may have been made.
  await page.route('**/api/prod/v1/wallets', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await page.getByRole('link', { name: 'New wallet' }).click();
  await page.getByLabel('Name', { exact: true }).fill(newName());
  await page.getByRole('button', { name: 'Create wallet' }).click();
  await expect(page.getByRole('dialog')).toContainText('The change may have been made');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();

  const failure = page.getByRole('alert').filter({ hasText: 'No luck today.' });
  await expect(failure).toBeVisible();
  await expect(first).toBeVisible();
  await page.unrouteAll();
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(failure).toBeHidden();
});

test('says so while the browser is offline', async ({ page, context }) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets?limit=10');
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
  await page.goto('/wallets?limit=10');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.route('**/api/prod/v1/**', async (route) =>
    route.fulfill({ status: 503, json: busy, headers: { 'retry-after': '1' } }),
  );
  await page.getByRole('link', { name: 'Transactions', exact: true }).click();
  const notice = page.getByText('The service is busy. This page updates automatically');
  await expect(notice).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByRole('row').nth(1)).toBeVisible({ timeout: 20_000 });
  await expect(notice).toBeHidden({ timeout: 20_000 });
});

test('selecting the first row moves nothing, and a long amount shows every digit while its row is hovered', async ({
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets?limit=25&network=eth');
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
    .locator('tr[data-row]:nth-child(n + 3) span[aria-hidden]')
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

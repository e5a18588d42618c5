import { expect, type Page } from '@playwright/test';
import { signIn, signInToOverview } from './fixtures.ts';
import { watchLayoutShift } from './layout-shift.ts';
import { test } from './warm-test.ts';

test('offers the sandbox’s users, and leads to no other site but shows who is signed in, on what', async ({
  page,
}) => {
  await page.goto('/sign-in?next=//example.com/wallets');
  await expect(page.getByRole('heading', { name: 'Or try the sandbox as' })).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(4);

  await page.getByRole('button', { name: 'Daniel Okafor, Finance' }).click();
  const account = page.getByRole('region', { name: 'Account' });
  await expect(account.getByText('Daniel Okafor')).toBeVisible();
  await expect(account.getByText('Sandbox', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('nothing moves and nothing is refused on the way to the sign-in page', async ({ page }) => {
  const refused: string[] = [];
  page.on('response', (response) => response.status() >= 400 && refused.push(response.url()));
  await page.setViewportSize({ width: 390, height: 844 });
  const shift = await watchLayoutShift(page);
  await page.goto('/');
  await expect(page).toHaveURL('/sign-in');
  await expect(page.getByRole('listitem')).toHaveCount(4);
  await page.waitForLoadState('networkidle');
  expect(await shift()).toBeLessThan(0.01);
  expect(refused).toEqual([]);
});

test('keeps the key out of everything that the browser stores', async ({ page, context }) => {
  await signInToOverview(page, 'sandbox-operator');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();

  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
  );
  expect(stored).not.toContain('sandbox-operator');
  const cookies = await context.cookies();
  const names = cookies.map(({ name }) => name);
  expect(names.toSorted()).toEqual(['time-zone', 'wallet_console_session']);
  const session = cookies.find(({ name }) => name === 'wallet_console_session');
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  for (const { value } of cookies) expect(value).not.toContain('sandbox-operator');
});

test('says that a key is unknown, keeps what was pasted for a second look, and leads to the overview with a right one', async ({
  page,
}) => {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Paste your API key.')).toBeVisible();

  const field = page.getByLabel('API key', { exact: true });
  await field.fill('not-a-key-of-this-service');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'API key not recognized' })).toBeVisible();
  await page.getByRole('button', { name: 'Show key' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await expect(field).toHaveValue('not-a-key-of-this-service');

  await field.fill('sandbox-finance');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  const current = page.getByRole('navigation', { name: 'Main' }).getByRole('link').first();
  await expect(current).toHaveText('Overview');
  await expect(current).toHaveAttribute('aria-current', 'page');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await expect(current).not.toHaveAttribute('aria-current');
});

test('a session that ends leads to the sign-in page, and back to the same view', async ({
  page,
  context,
}) => {
  await openWallets(page);
  const accountingWallets = await hold(page, (url) => url.searchParams.get('type') === 'accounting');

  await page.getByLabel('Type', { exact: true }).selectOption('accounting');
  await accountingWallets.arePending();
  // What is read from here on, whatever it is, has no session.
  await context.clearCookies();
  accountingWallets.release();
  await expect(page).toHaveURL(/\/sign-in\?next=/);

  await page.getByLabel('API key', { exact: true }).fill('sandbox-operator');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/wallets?network=trx&limit=10&type=accounting');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});

test('a session that ends during use still leads to the sign-in page', async ({ page, context }) => {
  await openWallets(page);
  // The only scripts still to come are those of the sign-in page.
  const signInScripts = await hold(page, '**/assets/*.js');
  const usersWallets = await hold(page, (url) => url.searchParams.get('type') === 'user');
  const type = page.getByLabel('Type', { exact: true });

  await context.clearCookies();
  await type.selectOption('accounting');
  await signInScripts.arePending();
  await type.selectOption('user');
  await usersWallets.arePending();
  signInScripts.release();
  await page.waitForTimeout(500);
  usersWallets.release();
  await expect(page).toHaveURL(
    `/sign-in?${new URLSearchParams({ next: '/wallets?network=trx&limit=10&type=user' }).toString()}`,
  );
});

test('the theme follows the system until one is chosen, and the choice lasts', async ({ page }) => {
  const shown = () => page.evaluate(() => getComputedStyle(document.body).colorScheme);
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, 'sandbox-operator');
  await page.goto('/help');
  await expect(page.getByRole('radio', { name: 'Dark theme' })).toBeVisible();
  await expect.poll(shown).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(shown).toBe('light');

  await page.getByRole('radio', { name: 'Dark theme' }).check();
  await expect.poll(shown).toBe('dark');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Dark theme' })).toBeChecked();
  await expect.poll(shown).toBe('dark');
});

test('nothing on the way through the console breaks the Content-Security-Policy', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
  await signInToOverview(page, 'sandbox-operator');
  await expect(page.getByRole('img', { name: /by day/ })).toBeVisible();
  await page.getByRole('link', { name: 'Balances', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Balances' })).toBeVisible();
  await page.getByRole('link', { name: 'Accounting wallets on Bitcoin' }).click();
  await page.getByRole('rowheader').first().getByRole('link').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'New wallet' }).click();
  await expect(page.getByRole('dialog', { name: 'New wallet' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('the console is usable on a phone: navigation opens over the page and closes with its choice', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'sandbox-operator');
  await page.goto('/help');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await expect(drawer.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await drawer.getByRole('link', { name: 'Balances' }).click();
  await expect(page).toHaveURL('/balances');
  await expect(drawer).toBeHidden();
});

/** A list of wallets for which nothing more is asked. */
async function openWallets(page: Page): Promise<void> {
  await signIn(page, 'sandbox-operator');
  await page.goto('/wallets?network=trx&limit=10');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** Keeps requests waiting until they are released. */
async function hold(page: Page, which: string | ((url: URL) => boolean)) {
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  await page.route(which, async (route) => {
    waiting += 1;
    await gate.promise;
    await route.continue();
  });
  return { arePending: () => expect.poll(() => waiting).toBeGreaterThan(0), release: gate.resolve };
}

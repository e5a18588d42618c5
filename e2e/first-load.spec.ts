import { expect, test, type Page } from '@playwright/test';
import { newAddress } from './aml-tasks.ts';
import type { Page as DashboardPage } from '../src/dashboard/app/page.ts';
import { pages } from '../src/dashboard/app/pages.ts';
import { fromOwnPage, signIn } from './fixtures.ts';
import { boxes, holdScripts, holdOtherScripts } from './held-scripts.ts';
import { watchIntl } from './watch-intl.ts';
import { watchLayoutShift } from './layout-shift.ts';

/** Every change is tested with a page of each kind, the long tests with every page. */
const isLong = process.env['LONG_TESTS'] === '1';

/** What files with this ending took on the wire, as the browser counts it, in KiB. */
async function transferred(page: Page, ending: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name }) => new URL(name).pathname.endsWith(wanted))
        .reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0) / 1024,
    ending,
  );
}

/** What the page and all that it loaded took on the wire. */
function everything(page: Page): Promise<{ count: number; kib: number }> {
  return page.evaluate(() => {
    const entries = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ].filter((entry) => entry instanceof PerformanceResourceTiming);
    const bytes = entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    return { count: entries.length, kib: bytes / 1024 };
  });
}

/** Checks an address: the library of checks begins empty. */
async function fillLibrary(page: Page): Promise<void> {
  const response = await page.request.post('/console/aml/checks', {
    headers: fromOwnPage,
    data: { value: newAddress(), network: 'eth', recent_days: 0 },
  });
  expect(response.status()).toBe(200);
}

const own = (pages as readonly DashboardPage[]).filter(
  ({ path, isPublic }) => isPublic !== true && !path.includes(':'),
);

const notLists = new Set(['/', '/balances']);
const lists = own.filter(({ path, navigation }) => navigation?.section === 'main' && !notLists.has(path));
/** The list with the most rows, one whose rows are read again and acted on, and one of another kind. */
const kinds = ['/transactions', '/wallets', '/aml'];
const loaded = lists.filter(({ path }) => isLong || kinds.includes(path));
for (const { path } of loaded) {
  test(`the first rows of ${path} need at most 200 KiB of scripts, 300 KiB in all and no Intl, and nothing moves`, async ({
    browser,
    page,
  }) => {
    if (path === '/aml') {
      await signIn(page, 'sandbox-compliance');
      await fillLibrary(page);
    }
    await signIn(page, 'sandbox-finance');
    const fresh = await browser.newContext({ storageState: await page.context().storageState() });
    const first = await fresh.newPage();
    await first.addInitScript(() => {
      // Prefetched code for later isn't part of the first rows.
      Reflect.deleteProperty(window, 'requestIdleCallback');
    });
    const shift = await watchLayoutShift(first);
    const intl = await watchIntl(first);
    // Only what the page itself names may load before the rows; all else is held back until they are there.
    const release = await holdOtherScripts(first);
    await first.goto(path);
    const main = first.getByRole('main');
    const rows = main.getByRole('rowheader').or(main.getByText(/^No addresses/));
    await expect(rows.first()).toBeVisible();

    const scripts = await transferred(first, '.js');
    expect(scripts).toBeGreaterThan(50);
    expect(scripts).toBeLessThanOrEqual(200);

    // The delayed parts appear without moving anything.
    release();
    await expect(first.getByRole('button', { name: 'Sign out' })).toBeVisible();
    await first.waitForLoadState('networkidle');
    expect(await shift()).toBeLessThan(0.01);
    // The page doesn't load code of other pages and dialogs either.
    expect(await transferred(first, '.js')).toBeLessThanOrEqual(200);
    expect(await intl()).toEqual([]);
    const { count, kib } = await everything(first);
    process.stdout.write(`${path}: ${kib.toFixed(1)} KiB in ${count} requests\n`);
    expect(kib).toBeLessThanOrEqual(300);
    await fresh.close();
  });
}

/**
 * One page of each shape: what is above and beside its title differs. Those that the server draws are in
 * `first-screen.spec.ts`.
 */
const shapes = ['/withdrawals/new', '/books/reports', '/settings/users', '/help'];
const shaped = own.filter(({ path }) => isLong || shapes.includes(path));

/** One whose lower parts wait until they are looked at, and one whose result comes a while after the page. */
const late = ['/', '/balances/check'];

/** Pages, and what opens within them. */
const settling = own
  .flatMap(({ path, views = [] }) => ['', ...views.map((view) => `/${view.path}`)].map((end) => path + end))
  .filter((path) => (isLong ? !/:|\/$/.test(path.slice(1)) : late.includes(path)));

test('each kind of a list and each shape of a page is there', () => {
  expect(loaded.map(({ path }) => path)).toEqual(expect.arrayContaining(kinds));
  expect(shaped.map(({ path }) => path)).toEqual(expect.arrayContaining(shapes));
  expect(settling).toEqual(expect.arrayContaining(late));
});

for (const { path, title } of shaped) {
  test(`${path} shows its title before any script arrives, and the title doesn't move`, async ({ page }) => {
    await signIn(page, 'sandbox-admin');
    const release = await holdScripts(page);
    const painted = page.locator('[data-first-screen] h1, .boot h1').filter({ visible: true }).first();
    await page.goto(path, { waitUntil: 'commit' });
    await expect(painted).toHaveText(title);
    // A page is painted only once its styles are there, though it can be measured before.
    await expect(painted).toHaveCSS('font-weight', '600');
    const before = await boxes(page, painted);

    await release();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(title);
    await expect(painted).toHaveCount(0);
    expect(await boxes(page, heading)).toEqual(before);
  });
}

test('on a phone, nothing in the drawer of a transaction moves when AML results and its booking come', async ({
  page,
}) => {
  await signIn(page, 'sandbox-admin');
  const answer = await page.request.get('/api/prod/v1/transactions?limit=1&network=eth&status=completed');
  const [, id] = /"transaction_id":"([^"]+)"/.exec(await answer.text()) ?? [];
  const gate = Promise.withResolvers<void>();
  await page.route(/\/console\/(?:aml\/results|booking-times)$/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.setViewportSize({ width: 390, height: 844 });
  const shift = await watchLayoutShift(page);
  await page.goto(`/transactions/${id}`);
  const drawer = page.getByRole('dialog', { name: 'Transaction' });
  await expect(drawer.getByText('Booked')).toBeVisible();
  // Names of addresses come before as well.
  let before = 0;
  await expect(async () => {
    before = await shift();
    await page.waitForTimeout(500);
    expect(await shift()).toBe(before);
  }).toPass();
  gate.resolve();
  await expect(drawer.getByRole('link', { name: 'Check AML' }).first()).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'Ledger entries' })).toBeVisible();
  expect((await shift()) - before).toBeLessThan(0.01);
});

for (const path of settling) {
  test(`on a phone, nothing on ${path} moves by itself`, async ({ page }) => {
    await signIn(page, 'sandbox-admin');
    await page.setViewportSize({ width: 390, height: 844 });
    const shift = await watchLayoutShift(page);
    await page.goto(path);
    await expect(page.locator('h1').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await shift()).toBeLessThan(0.01);
    // What moves for as long as the page is open keeps the browser busy.
    await expect
      .poll(async () => page.evaluate(() => document.getAnimations().map(({ playState }) => playState)))
      .not.toContain('running');
  });
}

import { expect, test } from '@playwright/test';
import { signIn, signInToOverview } from './fixtures.ts';
import { watchIntl } from './watch-intl.ts';
import { watchLayoutShift } from './layout-shift.ts';
import { attention, balances, movement, seeMovement } from './overview-parts.ts';
import { fail } from './screen.ts';

test("a part that can't be read reports only its own failure, and is read again on request", async ({
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  await fail(page, '/transactions');
  await page.goto('/');
  await expect(attention(page).getByText(/^Failed transactions couldn’t be loaded/)).toBeVisible();
  await seeMovement(page);
  await expect(movement(page).getByRole('alert')).toContainText('No luck today.');
  await expect(balances(page).getByRole('link')).not.toHaveCount(0);
  await page.unrouteAll();
  await movement(page).getByRole('button', { name: 'Try again' }).click();
  await expect(movement(page).getByRole('img')).toBeVisible();
  await expect(attention(page).getByRole('alert').first()).toBeVisible();
  await attention(page).getByRole('alert').first().getByRole('button', { name: 'Try again' }).click();
  await expect(attention(page).getByText(/^Failed transactions couldn’t be loaded/)).toHaveCount(0);
});

test('is read again every 15 seconds, but not while it is paused or hidden', async ({ page }) => {
  await page.clock.install();
  // Counted where the page calls fetch, so that no request is seen later than what follows it.
  await page.addInitScript(() => {
    const fetch = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const { dataset } = document.documentElement;
      const add = (name: string, by: number) => {
        dataset[name] = String(Number(dataset[name] ?? 0) + by);
      };
      if (typeof input === 'string' && input.endsWith('/user-balances')) add('read', 1);
      add('open', 1);
      try {
        return await fetch(input, init);
      } finally {
        add('open', -1);
      }
    };
  });
  const count = (name: string) =>
    page.evaluate((of) => Number(document.documentElement.dataset[of] ?? 0), name);
  const read = () => count('read');
  await signInToOverview(page, 'sandbox-finance');
  await expect(balances(page).getByRole('link')).not.toHaveCount(0);
  const first = await read();
  await page.clock.runFor(16_000);
  await expect.poll(read).toBeGreaterThan(first);

  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  await show('hidden');
  const hidden = await read();
  await page.clock.runFor(60_000);
  expect(await read()).toBe(hidden);
  await show('visible');
  await expect.poll(read).toBeGreaterThan(hidden);

  await page.getByRole('button', { name: 'Pause live refresh' }).click();
  await expect(page.getByText('Paused')).toBeVisible();
  // The request in flight when it was paused completes first, with what follows it.
  await expect.poll(() => count('open')).toBe(0);
  await page.clock.runFor(16_000);
  await expect.poll(() => count('open')).toBe(0);
  const paused = await read();
  // Forty times the interval.
  await page.clock.runFor(600_000);
  const later = await read();
  expect(later).toBe(paused);
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect.poll(read).toBeGreaterThan(later);
});

test('movement is added up only once it is scrolled into view', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  const sums: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/console/sums/movements')) sums.push(request.url());
  });
  await signInToOverview(page, 'sandbox-finance');
  await expect(attention(page).getByRole('link')).not.toHaveCount(0);
  await expect(balances(page).getByRole('link')).not.toHaveCount(0);
  expect(sums).toEqual([]);
  await seeMovement(page);
  await expect(movement(page).getByRole('img')).toBeVisible();
  expect(sums).not.toEqual([]);
});

for (const width of [1280, 390]) {
  test(`nothing moves when the parts come, and none uses Intl, ${width} pixels wide`, async ({ page }) => {
    await signIn(page, 'sandbox-finance');
    await page.setViewportSize({ width, height: width < 500 ? 844 : 800 });
    const shift = await watchLayoutShift(page);
    const intl = await watchIntl(page);
    // An animation shows what is below after 3 seconds, whether or not its place is known. A slow machine takes longer.
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Animation.enable');
    await devTools.send('Animation.setPlaybackRate', { playbackRate: 0 });
    // Each responds a while after the other, the topmost last.
    const release: (() => void)[] = [];
    for (const path of ['user-balances', 'wallets?*']) {
      const { promise, resolve } = Promise.withResolvers<void>();
      release.push(resolve);
      await page.route(`**/api/prod/v1/${path}`, async (route) => {
        await promise;
        await route.continue();
      });
    }
    await page.goto('/');
    await expect(page.getByRole('status', { name: 'Loading what needs attention' })).toBeVisible();
    release[0]?.();
    await page.waitForResponse('**/api/prod/v1/user-balances');
    release[1]?.();
    await expect(attention(page).getByRole('link')).not.toHaveCount(0);
    await expect(balances(page).getByRole('link')).not.toHaveCount(0);
    await seeMovement(page);
    await expect(movement(page).getByRole('img')).toBeVisible();
    expect(await shift()).toBeLessThan(0.01);
    expect(await intl()).toEqual([]);
  });
}

import { expect, test, type Page } from '@playwright/test';
import { signIn } from './fixtures.ts';

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

test('the first rows of a list need at most 130 KiB of scripts and 10 KiB of styles, and nothing moves', async ({
  browser,
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  const fresh = await browser.newContext({ storageState: await page.context().storageState() });
  const first = await fresh.newPage();
  await first.addInitScript(() => {
    // What loads beforehand for later is no part of the first rows.
    Reflect.deleteProperty(window, 'requestIdleCallback');
    const shifts = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && typeof entry.value === 'number') {
          document.documentElement.dataset['shift'] = String(
            Number(document.documentElement.dataset['shift'] ?? 0) + entry.value,
          );
        }
      }
    });
    shifts.observe({ type: 'layout-shift', buffered: true });
  });
  await first.goto('/wallets');
  await expect(first.getByRole('rowheader').first()).toBeVisible();

  const scripts = await transferred(first, '.js');
  expect(scripts).toBeGreaterThan(50);
  expect(scripts).toBeLessThanOrEqual(130);
  expect(await transferred(first, '.css')).toBeLessThanOrEqual(10);
  const shift = await first.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0));
  expect(shift).toBeLessThan(0.01);
  await fresh.close();
});

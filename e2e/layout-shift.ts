import type { Page } from '@playwright/test';

/** Adds up, from the next page on, by how much of the window content moves on its own. Returns the sum so far. */
export async function watchLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { dataset } = document.documentElement;
        if ('value' in entry) dataset['shift'] = String(Number(dataset['shift'] ?? 0) + Number(entry.value));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => await page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0));
}

import type { Page } from '@playwright/test';

/** Records what the next pages use of `Intl`, whose first format blocks a phone for 60 ms. Returns the names so far. */
export async function watchIntl(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(Intl))) {
      const get = (): unknown => {
        const { dataset } = document.documentElement;
        dataset['intl'] = `${dataset['intl'] ?? ''} ${name}`.trim();
        return value;
      };
      Object.defineProperty(Intl, name, { get });
    }
  });
  return async () => await page.evaluate(() => document.documentElement.dataset['intl']?.split(' ') ?? []);
}

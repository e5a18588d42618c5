import type { Page } from '@playwright/test';

/**
 * Holds the console's scripts back until they are released. The browser pauses them by itself: with a route, each
 * request would go through the test.
 */
export async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Fetch.enable', { patterns: [{ urlPattern: '*/assets/*.js' }] });
  return async () => await devTools.detach();
}

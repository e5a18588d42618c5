import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Holds the console's scripts back until they are released. The browser pauses them by itself: with a route, each
 * request would go through the test.
 */
export async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Fetch.enable', { patterns: [{ urlPattern: '*/assets/*.js' }] });
  return async () => await devTools.detach();
}

/** Lets only the scripts through that the page's HTML names, until the test lets all through. */
export async function holdOtherScripts(page: Page): Promise<() => void> {
  let named = '';
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  page.on('response', (response) => {
    if (response.request().isNavigationRequest()) void response.text().then((html) => (named = html));
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await expect.poll(() => named).not.toBe('');
    if (!named.includes(new URL(route.request().url()).pathname)) await released;
    await route.continue();
  });
  return release;
}

/** Where a heading is on a wide window and on a phone. */
export async function boxes(page: Page, heading: Locator): Promise<(number | undefined)[][]> {
  const found: (number | undefined)[][] = [];
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const box = await heading.boundingBox();
    found.push([box?.x, box?.y, box?.height]);
  }
  return found;
}

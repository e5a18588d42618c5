import type { Locator, Page } from '@playwright/test';

/**
 * Holds the console's scripts back until they are released. The browser pauses them by itself: with a route, each
 * request would go through the test.
 */
export async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Fetch.enable', { patterns: [{ urlPattern: '*/assets/*.js' }] });
  return async () => await devTools.detach();
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

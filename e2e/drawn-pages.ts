import { type APIResponse, expect, type Page } from '@playwright/test';
import { holdScripts } from './held-scripts.ts';

/** Opens the page while its scripts are held back, once it comes drawn, and gives what lets them come. */
export async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  await comesDrawn(page, path);
  return await openHeld(page, path);
}

export async function openHeld(page: Page, path: string): Promise<() => Promise<void>> {
  const release = await holdScripts(page);
  await page.goto(path, { waitUntil: 'commit' });
  return release;
}

/**
 * Gives the next page at this address as the server sends it drawn: a busy one doesn't wait for what it shows first.
 * Returns the moment that it shows, in milliseconds since 1970.
 */
export async function comesDrawn(page: Page, address: string): Promise<number> {
  let response: APIResponse | undefined;
  let html = '';
  await expect(async () => {
    response = await page.request.get(address, { headers: { accept: 'text/html' } });
    html = await response.text();
    expect(html.includes('data-response="')).toBe(true);
  }).toPass();
  await page.route(
    (url) => url.pathname + url.search === address,
    async (route) => {
      await route.fulfill({ ...(response && { response }) });
    },
    { times: 1 },
  );
  return Number(/data-drawn-at="(\d+)"/.exec(html)?.[1]);
}

export const screen = (page: Page) => page.locator('[data-first-screen]');

import type { Page } from '@playwright/test';

/** A state of the product that a user may see. */
export type Screen = {
  name: string;
  /** Brings the page to this state and waits until it has loaded. */
  show: (page: Page) => Promise<void>;
  /** The key to sign in with; null for a screen before that. */
  key?: string | null;
};

/** Makes a request fail with a message. `path`: without the API prefix, or a path of the gateway. */
export async function fail(page: Page, path: string, method = 'GET'): Promise<void> {
  const whole = path.startsWith('/console/') ? path : `/api/prod/v1${path}`;
  await page.route(
    (url) => url.pathname === whole,
    (route) => {
      if (route.request().method() !== method) return route.fallback();
      return route.fulfill({
        status: 404,
        headers: { 'x-request-id': '0190a6f0-0000-7000-8000-000000000000' },
        json: { code: '404', error_code: 'not_found', error_message: 'No luck today.', data: null },
      });
    },
  );
}

import { expect, type Locator, type Page } from '@playwright/test';
import { ownServiceHeader } from '../src/contract/gateway/own-service.ts';

/** Signs in without a page: the next page that is opened is the key's. */
export async function signIn(page: Page, token: string): Promise<void> {
  const response = await page.request.post('/session', { headers: fromOwnPage, data: { token } });
  expect(response.status()).toBe(200);
}

/** Signs in and opens the page that this leads to. */
export async function signInToOverview(page: Page, token: string): Promise<void> {
  await signIn(page, token);
  await page.goto('/');
}

/** Within the loaded console, as by a link. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** What a browser adds to a request of the console's own pages, and a change with a session needs. */
export const fromOwnPage = { 'sec-fetch-site': 'same-origin' };

/** Lets the page believe that the signed-in key has these permissions alone. */
export async function limitPermissions(page: Page, permissions: string[]): Promise<void> {
  await changeSession(page, { permissions });
}

/** Lets the page believe that the session says this. */
export async function changeSession(page: Page, change: object): Promise<void> {
  await page.route('**/session', async (route) => {
    await whileWaitedFor(async () => {
      const response = await route.fetch();
      const answer = await response.json();
      if (answer.data === null) return route.fulfill({ response });
      return route.fulfill({ response, json: { ...answer, data: { ...answer.data, ...change } } });
    });
  });
}

/** Makes the page treat the gateway's provider as another one, which ignores these parameters. */
export async function ignoreParameters(page: Page, names: readonly string[]): Promise<void> {
  await page.route('**/session', async (route) => {
    await whileWaitedFor(async () => {
      const response = await route.fetch();
      const answer = await response.json();
      if (answer.data === null) return route.fulfill({ response });
      return route.fulfill({ response, json: { ...answer, data: { ...answer.data, mode: 'remote' } } });
    });
  });
  await page.route('**/api/prod/v1/**', async (route) => {
    await whileWaitedFor(async () => {
      const url = new URL(route.request().url());
      for (const name of names) url.searchParams.delete(name);
      const response = await route.fetch({ url: url.href });
      const { [ownServiceHeader]: _own, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
  });
}

/** Passes an answer on with its text changed: of the console, or by its path behind `/api/prod/v1` of the wallet service. */
export async function changeAnswer(
  page: Page,
  path: string,
  change: (text: string) => string,
): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === (path.startsWith('/console/') ? path : `/api/prod/v1${path}`),
    async (route) => {
      await whileWaitedFor(async () => {
        const response = await route.fetch();
        await route.fulfill({ response, body: change(await response.text()) });
      });
    },
  );
}

/** Lets responses at this path of the console arrive half a second after all others. */
export async function respondLate(page: Page, path: string): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await whileWaitedFor(async () => await route.continue());
    },
  );
}

/** Lets the page begin a quarter of a second late to redraw what isn't urgent: React passes itself messages for that. */
export async function redrawLate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called with its port
    const { postMessage } = MessagePort.prototype;
    let last = 0;
    MessagePort.prototype.postMessage = function late(this: MessagePort, message: unknown) {
      const send = () => {
        last = performance.now();
        postMessage.call(this, message);
      };
      // A redraw that has begun isn't held up again.
      if (performance.now() - last < 50) send();
      else setTimeout(send, 250);
    };
  });
}

/** Chooses a file as soon as a user can: in a page that the server has drawn, nothing takes it up yet. */
export async function chooseFile(
  field: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await expect(field.page().locator('[data-first-screen]')).toHaveCount(0);
  await field.setInputFiles(file);
}

/** Waits until the page has drawn what was just done, if it needs no response for that. */
export async function nextPicture(page: Page): Promise<void> {
  await page.evaluate(
    async () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

/** A response that arrives after the page has moved on can no longer be read, so it is ignored. */
export async function whileWaitedFor(answer: () => Promise<void>): Promise<void> {
  try {
    await answer();
  } catch (error) {
    if (!(error instanceof Error && /disposed|has been closed|Test ended/.test(error.message))) throw error;
  }
}

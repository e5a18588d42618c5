import { type BrowserContext, test as base } from '@playwright/test';

type WorkerFixtures = {
  /** Where the worker's pages are. */
  origin: string;
  warm: BrowserContext;
};

/**
 * A test whose pages find the console's files in the cache: those of a worker share a context, and each would load,
 * check and compile them again. They are in UTC. Cookies, storage and permissions are each test's own. What is of a whole
 * context and can't be taken back, such as another time zone or a clock, needs Playwright's own test.
 */
export const test = base.extend<object, WorkerFixtures>({
  origin: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what is needed
    async ({}, use, { project }) => await use(project.use.baseURL ?? ''),
    { scope: 'worker' },
  ],
  warm: [
    async ({ browser, origin }, use, { project }) => {
      const { viewport = null } = project.use;
      const context = await browser.newContext({ baseURL: origin, viewport, timezoneId: 'UTC' });
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ origin }, use) => await use(origin),
  context: async ({ warm, timezoneId }, use) => {
    if (timezoneId !== undefined) throw new Error('Another time zone needs the test of @playwright/test.');
    await use(warm);
    for (const page of warm.pages()) await page.close();
    await warm.clearCookies();
    await warm.clearPermissions();
    await warm.setOffline(false);
  },
  page: async ({ context, origin }, use) => {
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
    await devTools.detach();
    await use(page);
  },
});

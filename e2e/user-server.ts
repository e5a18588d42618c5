import { type APIRequestContext, request as requests } from '@playwright/test';
import { test as withServer } from './own-server.ts';
import { joinAsFirstAdministrator } from './user-tasks.ts';

/** A test with a server of its own whose account has an administrator, who needs no page. */
export const test = withServer.extend<object, { administrator: APIRequestContext }>({
  // Browsers allow passkeys at this name, but not at the address that it stands for.
  origin: [
    async ({ ownServer }, use) => await use(ownServer.url.replace('127.0.0.1', 'localhost')),
    { scope: 'worker' },
  ],
  administrator: [
    async ({ ownServer }, use) => {
      const context = await requests.newContext({ baseURL: ownServer.url });
      await joinAsFirstAdministrator(context);
      await use(context);
      await context.dispose();
    },
    { scope: 'worker' },
  ],
});

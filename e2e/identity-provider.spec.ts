import { expect, type Page, request as requests } from '@playwright/test';
import {
  clientId,
  clientSecret,
  TestIdentityProvider,
} from '../src/gateway/identity-provider/testing-provider.ts';
import { freePort } from './free-port.ts';
import { test as withServer } from './own-server.ts';
import { joinAsFirstAdministrator, openSignInMethods } from './user-tasks.ts';

type Company = { provider: TestIdentityProvider; port: number };

const test = withServer.extend<object, { company: Company; administrator: void }>({
  company: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it what the fixture needs
    async ({}, use) => {
      const port = await freePort();
      const provider = await TestIdentityProvider.start(`http://127.0.0.1:${port}`);
      await use({ provider, port });
      await provider.stop();
    },
    { scope: 'worker' },
  ],
  serverSettings: [
    async ({ company: { provider, port } }, use) =>
      use({
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: clientId,
        OIDC_CLIENT_SECRET: clientSecret,
        OIDC_NAME: 'Example Inc.',
        OIDC_ROLES: '{"treasury":["operator"]}',
      }),
    { scope: 'worker' },
  ],
  administrator: [
    async ({ ownServer }, use) => {
      const context = await requests.newContext({ baseURL: ownServer.url });
      await joinAsFirstAdministrator(context);
      await use();
      await context.dispose();
    },
    { scope: 'worker', auto: true },
  ],
});

test.use({ serverFor: 'identity provider' });

const button = { name: 'Continue with Example Inc.' };

/** Says who it is on the provider's own page. */
async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

test('signs in with the identity provider, confirms there, and is signed out from there within a minute', async ({
  page,
  company: { provider },
}) => {
  const email = 'dana@example.com';
  provider.people.set('dana', { email, email_verified: true, name: 'Dana Fox', groups: ['treasury'] });
  await page.goto('/wallets?status=active');
  await page.getByRole('link', button).click();
  await signInAtProvider(page, 'dana');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/wallets?status=active');
  await expect(page.getByRole('region', { name: 'Account' }).getByText('Dana Fox')).toBeVisible();
  await expect(page.getByRole('link', { name: 'New wallet' })).toBeVisible();

  await openSignInMethods(page);
  // Nothing is lost by it, as there are no codes yet.
  await page.getByRole('button', { name: 'Make new codes' }).click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).getByRole('button', button).click();
  const popup = await opened;
  await signInAtProvider(popup, 'dana');
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await page.getByLabel('I have saved these codes').check();
  await page.getByRole('button', { name: 'Continue' }).click();

  // A tab that nobody touches.
  await page.getByRole('link', { name: 'Wallets' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Wallets' })).toBeVisible();
  await provider.logOut('dana', provider.sids.get('dana') ?? '');
  await expect(page).toHaveURL(/\/sign-in/, { timeout: 60_000 });
});

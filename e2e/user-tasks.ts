import { type APIRequestContext, type CDPSession, expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { reauthenticationHeader } from '../src/contract/gateway/reauthentication-proof.ts';
import { fromOwnPage } from './fixtures.ts';

const password = 'seven quiet lanterns drift';

/** Where an account without users begins: its first administrator, who joins without a page and invites others. */
export async function joinAsFirstAdministrator(request: APIRequestContext): Promise<void> {
  await post(request, '/session', { token: 'sandbox-admin' });
  const { token } = await post(request, '/console/users/first-administrator', {
    name: 'Ana Ruiz',
    email: 'ana@example.com',
  });
  const { challenge, secret } = await post(request, '/session/invitation/totp', { token });
  await post(request, '/session/invitation/password', { token, challenge, password, code: totpCode(secret) });
}

export type Invited = { id: string; name: string; email: string; link: string };

let invited = 0;

/** Invites a user whom no other test knows. */
export async function invite(administrator: APIRequestContext, role = 'operator'): Promise<Invited> {
  invited += 1;
  const name = `Ben ${invited}`;
  const email = `ben.${invited}@example.com`;
  const person = { name, email, roles: [role] };
  const { token, user_id: id } = await post(administrator, '/console/users', person);
  return { id, name, email, link: `/join#${token}` };
}

/** Removes a user, as an administrator does when somebody leaves the company. */
export async function removeUser(administrator: APIRequestContext, { id }: Invited): Promise<void> {
  await post(administrator, '/console/users', { id }, 'DELETE');
}

/** Changes the roles of a user for the first time, as a colleague in another browser does. */
export async function changeRoles(
  administrator: APIRequestContext,
  { id }: Invited,
  roles: readonly string[],
): Promise<void> {
  await post(administrator, '/console/users/roles', { id, version: 1, roles }, 'PUT');
}

/** The code that an authenticator app shows; of the next half minute with `later`, as each code works once. */
export function totpCode(secret: string, { later = false } = {}): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  return app.generate({ timestamp: Date.now() + (later ? 30_000 : 0) });
}

/** What shows that an administrator without a page has just signed in. */
const proofs = new WeakMap<APIRequestContext, string>();

async function post(
  request: APIRequestContext,
  path: string,
  data: object,
  method: 'POST' | 'PUT' | 'DELETE' = 'POST',
): Promise<Record<'token' | 'challenge' | 'secret' | 'user_id', string>> {
  const proof = proofs.get(request);
  const headers = { ...fromOwnPage, ...(proof !== undefined && { [reauthenticationHeader]: proof }) };
  const response = await request.fetch(path, { method, headers, data });
  expect(response.status(), `${path}: ${await response.text()}`).toBe(200);
  const { [reauthenticationHeader]: given } = response.headers();
  if (given !== undefined) proofs.set(request, given);
  return (await response.json()).data;
}

/** A device that keeps passkeys and confirms whatever the browser asks. */
export async function addDevice(page: Page): Promise<{ client: CDPSession; id: string }> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId: id } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { client, id };
}

/** Opens an invitation and creates a passkey; the recovery codes are on the screen then, and are returned. */
export async function joinWithPasskey(page: Page, { name, link }: Invited): Promise<string[]> {
  await page.goto(link);
  await expect(page.getByRole('heading', { name: `Welcome, ${name}` })).toBeVisible();
  await page.getByRole('button', { name: 'Create passkey' }).click();
  return savedCodes(page);
}

/** Opens an invitation and sets a password with an authenticator app. */
export async function joinWithPassword(
  page: Page,
  { link }: Invited,
): Promise<{ password: string; secret: string; code: string; codes: string[] }> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Set a password' }).click();
  const shown = await page.locator('code').textContent();
  const secret = (shown ?? '').replaceAll(' ', '');
  await page.getByLabel('New password').fill(password);
  const code = totpCode(secret);
  await page.getByLabel('6-digit code').fill(code);
  await page.getByRole('button', { name: 'Join' }).click();
  return { password, secret, code, codes: await savedCodes(page) };
}

async function savedCodes(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  const codes = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allTextContents();
  await page.getByLabel('I have saved these codes').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  return codes;
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/sign-in');
}

/** Enters the email and the password; a code is asked for next. */
export async function enterPassword(page: Page, email: string, secret: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Opens the page on which users see how they sign in, without loading the console again. */
export async function openSignInMethods(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Sign-in methods' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign-in methods' })).toBeVisible();
}

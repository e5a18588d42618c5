import { expect, type Page } from '@playwright/test';
import type { SignInMethods } from '../src/contract/gateway/sign-in-methods.ts';
import type { SignInOptions } from '../src/contract/gateway/sign-in.ts';
import { changeSession } from './fixtures.ts';
import type { Screen } from './screen.ts';

// The server of these screens has no users, so that its sign-in page shows the sandbox's keys first. What is answered
// about users is made up here; that they can sign in is in `user-sign-in.spec.ts`.

const ben = { id: 'user_1', name: 'Ben Okafor', email: 'ben.okafor@example.com' };

const times = { added_at: '2026-03-02T09:15:00.000Z', last_used_at: '2026-03-09T16:40:00.000Z' };

const methods: SignInMethods = {
  has_password: true,
  has_totp: true,
  identity_provider: { name: 'Example Inc.' },
  recovery_codes_left: 2,
  passkeys: [
    { id: 'a', name: 'Chrome on Mac', is_synced: true, ...times },
    { id: 'b', name: 'Security key', is_synced: false, ...times, last_used_at: null },
  ],
};

const setup = {
  challenge: 'challenge',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Wallet%20Console:ben.okafor%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Wallet%20Console',
};

const codes = Array.from({ length: 10 }, (_, index) => `${index}a2b-3c4d-5e6f-7g8h`);

async function answer(page: Page, path: string, data: object): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === path,
    (route) => route.fulfill({ json: { code: '200', error_code: null, error_message: null, data } }),
  );
}

async function offerUsers(
  page: Page,
  passkeys: 'available' | 'use-localhost' | 'needs-https',
  identityProvider: { name: string } | null = null,
  change: Partial<SignInOptions> = {},
): Promise<void> {
  await answer(page, '/session/options', {
    mode: 'sandbox',
    provider: null,
    sandbox_users: [],
    proxy_notice: null,
    has_users: true,
    accepts_keys: true,
    awaits_setup: false,
    identity_provider: identityProvider,
    passkeys,
    ...change,
  });
}

async function openInvitation(page: Page): Promise<void> {
  await offerUsers(page, 'available', { name: 'Example Inc.' });
  const { name, email } = ben;
  await answer(page, '/session/invitation', { name, email, expires_at: '2026-03-12T09:00:00.000Z' });
  await answer(page, '/session/invitation/totp', setup);
  await page.goto('/join#token');
  await expect(page.getByRole('heading', { name: `Welcome, ${name}` })).toBeVisible();
}

async function openMethods(page: Page, change: Partial<SignInMethods> = {}): Promise<void> {
  await changeSession(page, { user: ben, key_name: null });
  await offerUsers(page, 'available');
  await answer(page, '/console/sign-in-methods', { ...methods, ...change });
  await page.goto('/settings/sign-in');
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
}

/** Signing in, joining, and the methods of a user. */
export const signInScreens: Screen[] = [
  {
    name: 'sign-in of users',
    key: null,
    async show(page) {
      await offerUsers(page, 'available');
      await page.goto('/sign-in');
      await expect(page.getByRole('button', { name: 'Sign in with passkey' })).toBeVisible();
    },
  },
  {
    name: 'sign-in where passkeys need HTTPS, with complaints at the fields',
    key: null,
    async show(page) {
      await offerUsers(page, 'needs-https');
      await page.goto('/sign-in');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText('Enter your password.')).toBeVisible();
    },
  },
  {
    name: 'sign-in with a wrong password',
    key: null,
    async show(page) {
      await offerUsers(page, 'use-localhost');
      await page.goto('/sign-in');
      await page.getByLabel('Email').fill('nobody@example.com');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'Wrong email or password' })).toBeVisible();
    },
  },
  {
    name: 'sign-in that asks for a code',
    key: null,
    async show(page) {
      await offerUsers(page, 'available');
      await answer(page, '/session/password', { challenge: 'challenge' });
      await page.goto('/sign-in');
      await page.getByLabel('Email').fill(ben.email);
      await page.getByLabel('Password', { exact: true }).fill('right');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByLabel('6-digit code')).toBeVisible();
    },
  },
  {
    name: 'sign-in with a recovery code',
    key: null,
    async show(page) {
      await offerUsers(page, 'available');
      await page.goto('/sign-in');
      await page.getByRole('button', { name: 'Lost your passkey?' }).click();
      await expect(page.getByLabel('Recovery code')).toBeVisible();
    },
  },
  {
    name: 'sign-in to an installation without an administrator',
    key: null,
    async show(page) {
      await offerUsers(page, 'available', null, { has_users: false, awaits_setup: true });
      await page.goto('/sign-in');
      await expect(page.getByText('has no administrator yet')).toBeVisible();
    },
  },
  {
    name: 'setup with what is wrong with it',
    key: null,
    async show(page) {
      await page.goto('/setup#token');
      await page.getByRole('button', { name: 'Create administrator' }).click();
      await expect(page.getByText('Enter an email address, such as ana@example.com.')).toBeVisible();
    },
  },
  {
    name: 'sign-in with an identity provider that has refused',
    key: null,
    async show(page) {
      await offerUsers(page, 'available', { name: 'Example Inc.' });
      await page.goto('/sign-in?problem=no-role');
      await expect(page.getByRole('link', { name: 'Continue with Example Inc.' })).toBeVisible();
      await expect(page.getByText('None of your groups gives you access')).toBeVisible();
    },
  },
  { name: 'invitation', key: null, show: openInvitation },
  {
    name: 'invitation where a password is set',
    key: null,
    async show(page) {
      await openInvitation(page);
      await page.getByRole('button', { name: 'Set a password' }).click();
      await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
      await page.getByRole('button', { name: 'Join' }).click();
      await expect(page.getByText('Use 12 to 128 characters.')).toBeVisible();
    },
  },
  {
    name: 'invitation that was used',
    key: null,
    async show(page) {
      await page.goto('/join#unknown');
      await expect(page.getByRole('heading', { name: 'This invitation link no longer works' })).toBeVisible();
    },
  },
  {
    name: 'sign-in methods of a user',
    async show(page) {
      await openMethods(page);
      await page.getByRole('button', { name: 'Remove Security key' }).click();
      await expect(page.getByRole('button', { name: 'Keep passkey' })).toBeVisible();
    },
  },
  {
    name: 'sign-in methods with a new passkey, a new password and new recovery codes',
    async show(page) {
      await openMethods(page, {
        has_password: false,
        identity_provider: null,
        passkeys: methods.passkeys.slice(0, 1),
      });
      await answer(page, '/console/sign-in-methods/totp', setup);
      await answer(page, '/console/sign-in-methods/recovery-codes', { recovery_codes: codes });
      await page.getByRole('button', { name: 'Add passkey' }).click();
      await page.getByRole('button', { name: 'Set a password' }).click();
      await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
      await page.getByRole('button', { name: 'Make new codes' }).click();
      await page.getByRole('button', { name: 'Make new codes' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText('Save the codes first.')).toBeVisible();
    },
  },
  {
    name: 'sign-in methods of an API key',
    async show(page) {
      await page.goto('/settings/sign-in');
      await expect(page.getByRole('heading', { name: 'You’re signed in with an API key' })).toBeVisible();
    },
  },
];

import { expect, type Page } from '@playwright/test';
import type { AccountKey } from '../src/contract/gateway/account-keys.ts';
import type { Invitation, User } from '../src/contract/gateway/users.ts';
import { changeSession } from './fixtures.ts';
import type { Screen } from './screen.ts';

const administrator: User = {
  id: 'user_0123456789abcdef01234567',
  name: 'Ana Ruiz',
  email: 'ana.ruiz@example.com',
  roles: ['administrator'],
  limits: { networks: [], wallet_tags: [] },
  version: 1,
  has_joined: true,
  is_sandbox: false,
  passkeys: 2,
  has_password: true,
  has_identity: true,
  has_group_roles: false,
  invited_until: null,
  last_used_at: '2026-11-20T08:15:31.123Z',
  created_at: '2026-11-20T08:00:00.000Z',
  created_by: 'Administrator',
};

const invited: User = {
  ...administrator,
  id: 'user_0123456789abcdef01234568',
  name: 'Bo Lee-Montgomery of Accounting',
  email: 'bo.lee-montgomery@subsidiary.example.com',
  roles: ['operator', 'finance'],
  limits: { networks: ['trx', 'eth'], wallet_tags: ['Treasury'] },
  has_joined: false,
  passkeys: 0,
  has_password: false,
  has_identity: false,
  invited_until: '2026-11-23T08:00:00.000Z',
  last_used_at: null,
};

const ofSandbox: User = {
  ...invited,
  id: 'user_sandbox_operator',
  name: 'Olivia Hart',
  email: 'olivia.hart@sandbox.example',
  roles: ['operator'],
  is_sandbox: true,
  invited_until: null,
};

const ofGroups: User = {
  ...administrator,
  id: 'user_0123456789abcdef01234569',
  name: 'Dana Fox',
  email: 'dana.fox@example.com',
  roles: ['finance'],
  passkeys: 0,
  has_password: false,
  has_group_roles: true,
};

const invitation: Invitation = {
  user_id: invited.id,
  token: 'Abc123-_'.repeat(5) + 'xyz',
  expires_at: '2026-11-23T08:00:00.000Z',
};

const accountKey: AccountKey = {
  id: 'accountkey_0123456789abcdef01234567',
  name: 'Console 2026',
  fingerprint: '0123456789ab',
  is_used: true,
  added_at: '2026-11-20T08:00:00.000Z',
  added_by: 'Ana Ruiz',
};

const owner = { id: administrator.id, name: administrator.name, email: administrator.email };

/** Users of the account would change what every other test sees. */
async function showUsers(page: Page): Promise<void> {
  await changeSession(page, {
    user: owner,
    console_permissions: ['users:write'],
  });
  await page.route(
    (url) => url.pathname.startsWith('/console/users'),
    (route) => {
      const data =
        route.request().method() === 'GET'
          ? { users: [administrator, invited, ofGroups, ofSandbox], wallet_tags: ['Payroll', 'Treasury'] }
          : invitation;
      return route.fulfill({ json: { code: '200', error_code: null, error_message: null, data } });
    },
  );
}

/** The gateway asks for a proof of who the user is. */
async function refuseWithoutProof(page: Page, ways: readonly string[]): Promise<void> {
  await page.route(
    (url) => url.pathname === '/console/users',
    (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      const data = { reauthenticate: ways };
      const json = { code: '403', error_code: 'system', error_message: 'Confirm that it’s you', data };
      return route.fulfill({ status: 403, json });
    },
  );
}

async function inviteUser(page: Page): Promise<void> {
  await page.goto('/settings/users/invite');
  await page.getByLabel('Name').fill(invited.name);
  await page.getByLabel('Email').fill(invited.email);
  await page.getByRole('checkbox', { name: 'Viewer' }).check();
  await page.getByRole('button', { name: 'Invite user' }).click();
  await expect(page.getByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible();
}

export const userScreens: Screen[] = [
  {
    name: 'confirmation with a passkey, or with a password and a code that are missing',
    key: 'sandbox-admin',
    async show(page) {
      await showUsers(page);
      await refuseWithoutProof(page, ['passkey', 'password']);
      await inviteUser(page);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await expect(page.getByText('Enter your password.')).toBeVisible();
    },
  },
  {
    name: 'confirmation of a user who has lost the passkey',
    key: 'sandbox-admin',
    async show(page) {
      await showUsers(page);
      await refuseWithoutProof(page, ['passkey', 'recovery-code']);
      await inviteUser(page);
      await page.getByRole('button', { name: 'Lost your passkey?' }).click();
      await expect(page.getByLabel('Recovery code')).toBeFocused();
    },
  },
  {
    name: 'confirmation with the API key',
    key: 'sandbox-admin',
    async show(page) {
      await showUsers(page);
      await refuseWithoutProof(page, ['key']);
      await inviteUser(page);
    },
  },
  {
    name: 'users of an account without any',
    key: 'sandbox-admin',
    async show(page) {
      await page.route(
        (url) => url.pathname === '/console/users',
        (route) => {
          const data = { users: [], wallet_tags: [] };
          return route.fulfill({ json: { code: '200', error_code: null, error_message: null, data } });
        },
      );
      await page.goto('/settings/users');
      await expect(page.getByRole('heading', { name: 'No users yet' })).toBeVisible();
    },
  },
  {
    name: 'accounts of a user, with a complaint at the name',
    key: 'sandbox-admin',
    async show(page) {
      await changeSession(page, { user: owner });
      await page.goto('/settings/accounts');
      await page.getByRole('button', { name: 'Save name' }).click();
      await expect(page.getByText('Enter a name')).toBeVisible();
    },
  },
  {
    name: 'adding an account, with complaints at the fields',
    key: 'sandbox-admin',
    async show(page) {
      await changeSession(page, { user: owner });
      await page.goto('/settings/accounts/add');
      await page.getByRole('dialog').getByRole('button', { name: 'Add account' }).click();
      await expect(page.getByText('Enter an API key')).toBeVisible();
    },
  },
  {
    name: 'users of the sandbox, with an API key',
    key: 'sandbox-admin',
    async show(page) {
      await page.goto('/settings/users');
      await expect(page.getByRole('rowheader', { name: 'Olivia Hart' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Create first administrator' })).toBeVisible();
    },
  },
  {
    name: 'first administrator with a complaint at a field',
    key: 'sandbox-admin',
    async show(page) {
      await page.goto('/settings/users/first-administrator');
      await page.getByRole('button', { name: 'Create administrator' }).click();
      await expect(page.getByText('Enter an email address')).toBeVisible();
    },
  },
  {
    name: 'API keys with one that belongs to another account',
    key: 'sandbox-admin',
    async show(page) {
      await page.route(
        (url) => url.pathname === '/console/account-keys',
        (route) => {
          if (route.request().method() === 'GET') {
            const former = { ...accountKey, id: 'accountkey_1', name: null, is_used: false, added_by: null };
            const data = { keys: [accountKey, former] };
            return route.fulfill({ json: { code: '200', error_code: null, error_message: null, data } });
          }
          const data = { token: 'This API key belongs to another account.' };
          const json = { code: '400', error_code: 'request', error_message: 'Validation failure', data };
          return route.fulfill({ status: 400, json });
        },
      );
      await page.goto('/settings/keys');
      await page.getByLabel('New API key').fill('a key of another account');
      await page.getByRole('button', { name: 'Add key' }).click();
      await expect(page.getByText('This API key belongs to another account.')).toBeVisible();
    },
  },
  {
    name: 'users',
    async show(page) {
      await showUsers(page);
      await page.goto('/settings/users');
      await expect(page.getByText('Invited until')).toBeVisible();
    },
  },
  {
    name: 'invitation of a user',
    async show(page) {
      await showUsers(page);
      await page.goto('/settings/users/invite');
      await page.getByLabel('Name', { exact: true }).fill(invited.name);
      await page.getByLabel('Email').fill(invited.email);
      await page.getByRole('checkbox', { name: 'Operator' }).check();
      await page.getByRole('button', { name: 'Invite user' }).click();
      await expect(page.getByText(`/join#${invitation.token}`)).toBeVisible();
    },
  },
  {
    name: 'roles of a user',
    async show(page) {
      await showUsers(page);
      await page.goto(`/settings/users/${invited.id}/roles`);
      await expect(page.getByRole('checkbox', { name: 'Finance' })).toBeChecked();
    },
  },
  {
    name: 'roles of a user that groups grant',
    async show(page) {
      await showUsers(page);
      await page.goto(`/settings/users/${ofGroups.id}/roles`);
      await expect(page.getByRole('checkbox', { name: 'Finance' })).toBeDisabled();
    },
  },
  {
    name: 'removal of a user',
    async show(page) {
      await showUsers(page);
      await page.goto(`/settings/users/${invited.id}/remove`);
      await expect(page.getByRole('button', { name: 'Remove user' })).toBeVisible();
    },
  },
];

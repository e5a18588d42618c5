import { expect, type Page } from '@playwright/test';
import type { Role } from '../src/contract/gateway/roles.ts';
import { rolePermissions } from '../src/contract/permissions.ts';
import { builtInRoleIds, builtInRoles } from '../src/contract/roles.ts';
import { changeSession } from './fixtures.ts';
import type { Screen } from './screen.ts';

const builtIn = builtInRoleIds.map((id): Role => ({
  id,
  name: builtInRoles[id].label,
  description: builtInRoles[id].description,
  permissions: [...builtInRoles[id].permissions],
  members: id === 'administrator' ? 2 : 0,
  version: null,
}));

const auditors: Role = {
  id: 'role_0123456789abcdef01234567',
  name: 'External auditors',
  description: null,
  permissions: ['transactions:read', 'balances:read', 'activity-log:read', 'exports:create'],
  members: 3,
  version: 4,
};

const unused: Role = {
  ...auditors,
  id: 'role_0123456789abcdef01234568',
  name: 'Treasury of the subsidiary in Luxembourg',
  members: 0,
};

const user = { id: 'user_0123456789abcdef01234567', name: 'Ana Ruiz', email: 'ana.ruiz@example.com' };

/** Roles of the account would change what every other test sees. */
async function showRoles(page: Page, lacking: readonly string[] = []): Promise<void> {
  const held = rolePermissions.filter((each) => !lacking.includes(each));
  await changeSession(page, { user, console_permissions: held.slice(8) });
  await page.route(
    (url) => url.pathname === '/console/roles',
    (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({
            json: {
              code: '200',
              error_code: null,
              error_message: null,
              data: { roles: [...builtIn, auditors, unused] },
            },
          })
        : route.fallback(),
  );
}

export const roleScreens: Screen[] = [
  {
    name: 'roles',
    key: 'sandbox-admin',
    async show(page) {
      await page.goto('/settings/roles');
      await expect(page.getByRole('columnheader', { name: 'Administrator' })).toBeVisible();
    },
  },
  {
    name: 'roles with some of the account’s own',
    async show(page) {
      await showRoles(page);
      await page.goto('/settings/roles');
      await expect(page.getByRole('link', { name: 'Edit External auditors' })).toBeVisible();
    },
  },
  {
    name: 'a new role with what is wrong with it',
    async show(page) {
      await showRoles(page);
      await page.goto('/settings/roles/new');
      await page.getByRole('dialog').getByRole('button', { name: 'Create role' }).click();
      await expect(page.getByText('Choose at least one permission.')).toBeVisible();
    },
  },
  {
    name: 'a role that users have, being edited',
    async show(page) {
      await showRoles(page, ['keys:write']);
      await page.goto(`/settings/roles/${auditors.id}`);
      await expect(page.getByRole('checkbox', { name: 'View the activity log' })).toBeChecked();
    },
  },
  {
    name: 'a role that can’t be deleted',
    async show(page) {
      await showRoles(page);
      await page.goto(`/settings/roles/${auditors.id}/delete`);
      await expect(page.getByText('3 users have this role.')).toBeVisible();
    },
  },
  {
    name: 'a page that the user’s role doesn’t include',
    async show(page) {
      await changeSession(page, { user, console_permissions: [] });
      await page.goto('/activity-log');
      await expect(page.getByText('Your role doesn’t include activity-log:read.')).toBeVisible();
    },
  },
];

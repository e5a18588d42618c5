import { IconSettings } from '@tabler/icons-react';
import type { Page } from './page.ts';

/** The pages of settings, a part of `pages.ts`. */
export const settingsPages = [
  {
    path: '/settings',
    title: 'Settings',
    permission: null,
    navigation: { section: 'settings', icon: IconSettings },
    keywords: 'explorers rules',
    load: () => import('../features/settings/settings-page.tsx'),
  },
  {
    path: '/settings/users',
    title: 'Users',
    permission: null,
    consolePermission: 'users:write',
    keywords: 'people invite roles administrators members',
    load: () => import('../features/users/users-page.tsx'),
    views: [
      { path: 'first-administrator', load: () => import('../features/users/first-administrator.tsx') },
      { path: 'invite', load: () => import('../features/users/invite-user.tsx') },
      { path: ':id/roles', load: () => import('../features/users/change-roles.tsx') },
      { path: ':id/reset', load: () => import('../features/users/reset-sign-in.tsx') },
      { path: ':id/remove', load: () => import('../features/users/remove-user.tsx') },
    ],
  },
  {
    path: '/settings/accounts',
    title: 'Accounts',
    permission: null,
    consolePermission: 'keys:write',
    keywords: 'add switch rename several companies',
    load: () => import('../features/accounts/accounts-page.tsx'),
    views: [{ path: 'add', load: () => import('../features/accounts/add-account.tsx') }],
  },
  {
    path: '/settings/sessions',
    title: 'Sessions',
    permission: null,
    keywords: 'devices signed in sign out everywhere end',
    load: () => import('../features/sessions/sessions-page.tsx'),
    views: [
      { path: ':id/end', load: () => import('../features/sessions/end-session.tsx') },
      { path: 'end-others', load: () => import('../features/sessions/end-other-sessions.tsx') },
    ],
  },
  {
    path: '/settings/keys',
    title: 'API keys',
    permission: null,
    consolePermission: 'keys:write',
    keywords: 'rotate replace token secret',
    load: () => import('../features/account-keys/account-keys-page.tsx'),
  },
  {
    path: '/settings/roles',
    title: 'Roles',
    permission: null,
    keywords: 'permissions access users custom',
    load: () => import('../features/roles/roles-page.tsx'),
    views: [
      { path: 'new', load: () => import('../features/roles/create-role.tsx') },
      { path: ':id', load: () => import('../features/roles/edit-role.tsx') },
      { path: ':id/delete', load: () => import('../features/roles/delete-role.tsx') },
    ],
  },
  {
    path: '/settings/aml',
    title: 'AML rules',
    permission: null,
    keywords: 'sanctions lists risk',
    load: () => import('../features/settings/aml-rules-page.tsx'),
  },
  {
    path: '/settings/events',
    title: 'Events',
    permission: 'wallets:write',
    consolePermission: 'events:write',
    keywords: 'webhook url secret allowed sources',
    load: () => import('../features/settings/events-page.tsx'),
  },
  {
    path: '/settings/sign-in',
    title: 'Sign-in methods',
    permission: null,
    keywords: 'passkey password authenticator app recovery codes security',
    load: () => import('../features/settings/sign-in/sign-in-methods-page.tsx'),
  },
  {
    path: '/settings/provider',
    title: 'What this provider can do',
    permission: null,
    keywords: 'capabilities remote wallet api parameters supported',
    load: () => import('../features/settings/provider-page.tsx'),
  },
] as const satisfies readonly Page[];

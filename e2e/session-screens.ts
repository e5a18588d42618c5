import { expect, type Page } from '@playwright/test';
import type { NewDevice } from '../src/contract/gateway/devices.ts';
import type { OpenedSession } from '../src/contract/gateway/open-sessions.ts';
import { changeSession } from './fixtures.ts';
import { fail, type Screen } from './screen.ts';

const own: OpenedSession = {
  id: '0123456789ab',
  is_current: true,
  user: { id: 'user_0123456789abcdef01234567', name: 'Ana Ruiz' },
  browser: 'Firefox',
  system: 'Windows',
  ip_address: '192.0.2.44',
  opened_at: '2026-11-20T08:00:00.000Z',
  last_used_at: '2026-11-20T08:15:31.123Z',
  expires_at: '2026-11-20T20:00:00.000Z',
  idle_ends_at: '2026-11-20T08:45:31.123Z',
};

const others: OpenedSession[] = [
  {
    ...own,
    id: '0123456789ac',
    is_current: false,
    browser: 'Samsung Internet',
    system: 'Android',
    ip_address: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  },
  {
    ...own,
    id: '0123456789ad',
    is_current: false,
    user: { id: 'user_0123456789abcdef01234568', name: 'Bo Lee-Montgomery of Accounting' },
    browser: null,
    system: null,
    ip_address: null,
  },
];

/** Sessions of users: users of the account would change what every other test sees. */
async function showSessions(page: Page, sessions: readonly OpenedSession[]): Promise<void> {
  const { user } = own;
  await changeSession(page, {
    user: user && { ...user, email: 'ana.ruiz@example.com' },
    console_permissions: ['users:write'],
  });
  await answerWith(page, '/console/sessions', { count: sessions.length, sessions });
}

/** What the console answers, in its envelope. */
async function answerWith(page: Page, path: string, data: object): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ json: { code: '200', error_code: null, error_message: null, data } }),
  );
}

const newDevice: NewDevice = {
  id: '0123456789ae',
  browser: 'Samsung Internet',
  system: 'Android',
  ip_address: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  signed_in_at: '2026-11-20T08:00:00.000Z',
};

export const sessionScreens: Screen[] = [
  {
    name: 'notice of new devices',
    async show(page) {
      await showSessions(page, [own, ...others]);
      const firefox = {
        ...newDevice,
        id: '0123456789af',
        browser: 'Firefox',
        system: 'Windows',
        ip_address: null,
      };
      await answerWith(page, '/console/new-devices', { devices: [newDevice, firefox] });
      await page.goto('/settings/sessions');
      await expect(page.getByRole('button', { name: 'Dismiss: Firefox on Windows' })).toBeVisible();
      await expect(page.getByText('This session', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'sessions of an API key',
    async show(page) {
      await page.goto('/settings/sessions');
      await expect(page.getByText('This session', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'sessions of everyone',
    async show(page) {
      await showSessions(page, [own, ...others]);
      await page.goto('/settings/sessions?of=account');
      await expect(page.getByText('Unknown device')).toBeVisible();
    },
  },
  {
    name: 'sessions of everyone, of whom no one is signed in',
    async show(page) {
      await showSessions(page, []);
      await page.goto('/settings/sessions?of=account');
      await expect(page.getByRole('heading', { name: 'No one is signed in' })).toBeVisible();
    },
  },
  {
    name: 'sessions that could not be loaded',
    async show(page) {
      await fail(page, '/console/sessions');
      await page.goto('/settings/sessions');
      await expect(page.getByText('No luck today')).toBeVisible();
    },
  },
  {
    name: 'end of a session',
    async show(page) {
      await showSessions(page, [own, ...others]);
      await page.goto('/settings/sessions/0123456789ac/end');
      await expect(page.getByRole('button', { name: 'End session' })).toBeVisible();
    },
  },
  {
    name: 'end of all other sessions',
    async show(page) {
      await showSessions(page, [own, ...others]);
      await page.goto('/settings/sessions/end-others');
      await expect(page.getByRole('button', { name: 'End all other sessions' })).toBeVisible();
    },
  },
];

import { QueryClient } from '@tanstack/react-query';
import { createMemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { earlyRequests } from '#contract/early-requests.ts';
import type { Session } from '#contract/gateway/sessions.ts';
import { permissions } from '#contract/permissions.ts';
import { startSession } from '#dashboard/testing-session.ts';
import type { Page } from './page.ts';
import { pages } from './pages.ts';

// What modules ask of a browser as they are loaded.
const browserWindow = vi.hoisted(() => {
  const media = Object.assign(new EventTarget(), { matches: false });
  const made = Object.assign(new EventTarget(), {
    matchMedia: () => media,
    location: new URL('http://localhost/'),
    navigator: globalThis.navigator,
  });
  vi.stubGlobal('window', made);
  return made;
});

const { createRoutes } = await import('./routes.tsx');

const inShell = (pages as readonly Page[]).filter(({ isPublic }) => isPublic !== true);

beforeEach(() => vi.stubGlobal('window', browserWindow));
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Opens an address for a key with these permissions: which titles its routes have, and how much is requested. */
async function open(path: string, held: Session['permissions'], missing: string[] = []) {
  const fetched = vi.fn<typeof fetch>(() => new Promise(() => undefined));
  vi.stubGlobal('fetch', fetched);
  const queryClient = new QueryClient();
  startSession(queryClient, { permissions: held, missing_operations: missing });
  const address = path.replaceAll(/:\w+/g, 'some-id');
  const router = createMemoryRouter(createRoutes(queryClient), { initialEntries: [address] });
  await vi.waitFor(() => expect(router.state.initialized).toBe(true), { timeout: 20_000 });
  const { errors, location, matches } = router.state;
  const handles = matches
    .map(({ route }) => route.handle as unknown)
    .filter((handle) => handle !== undefined);
  router.dispose();
  return {
    address: location.pathname + location.search,
    errors,
    handles,
    requests: fetched.mock.calls.length,
    paths: fetched.mock.calls.map(([asked]) => asked),
  };
}

it.each(inShell)('$path opens its own page', async ({ path, title }) => {
  expect(await open(path, [...permissions])).toMatchObject({ errors: null, handles: [{ title }] });
});

it.each(inShell.filter(({ permission }) => permission !== null))(
  '$path requests nothing for a key without $permission',
  async ({ path }) => {
    expect(await open(path, [])).toMatchObject({ errors: null, requests: 0 });
  },
);

it.each(inShell.filter(({ needs }) => needs !== undefined))(
  '$path requests nothing of a provider without $needs',
  async ({ path, needs = '' }) => {
    expect(await open(path, [...permissions], [needs])).toMatchObject({ errors: null, requests: 0 });
  },
);

it.each([
  '/wallets?network=trx',
  '/balances',
  '/transactions?limit=300',
  '/exchanges',
  '/withdrawals?status=completed',
  '/address-book',
  '/aml',
  '/activity-log',
  '/books/entries?currency=USDT',
])(
  '%s requests as it is opened, once, what the gateway makes it request before its scripts are there',
  async (address) => {
    const { pathname, searchParams } = new URL(address, 'http://console.example');
    const held = { permissions: [...permissions], consolePermissions: null };
    const early = earlyRequests(pathname, searchParams, held).filter((path) => path !== '/session');
    expect(early).not.toEqual([]);
    const { paths } = await open(address, [...permissions]);
    for (const path of early) expect(paths.filter((requested) => requested === path)).toHaveLength(1);
  },
);

it.each([
  ['/journal', '/activity-log'],
  ['/journal?status=failed', '/activity-log?status=failed'],
  ['/journal/12?status=failed', '/activity-log/12?status=failed'],
  ['/aml/watches?value=x', '/aml/monitoring?value=x'],
  ['/aml/many', '/aml/batch'],
  ['/withdrawals/unconfirmed', '/withdrawals/unknown-outcomes'],
])('%s, the address of an earlier release, leads to %s', async (former, now) => {
  expect((await open(former, [...permissions])).address).toBe(now);
});

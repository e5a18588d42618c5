import { expect, it } from 'vitest';
import { earlyRequests } from './early-requests.ts';
import { permissions } from './permissions.ts';

const anyone = { permissions, consolePermissions: null };
const search = (parameters: Record<string, string> = {}) => ({
  get: (name: string) => parameters[name] ?? null,
});
const base = '/api/prod/v1';

it.each([
  ['/', {}, `${base}/user-balances`],
  ['/wallets', {}, `${base}/wallets?limit=50`],
  ['/balances', { by: 'type' }, `${base}/user-balances`, '/console/ledger-balances'],
  ['/transactions', { limit: '300' }, `${base}/transactions?limit=300`],
  ['/transactions', { limit: '100' }, `${base}/transactions`],
  ['/exchanges', {}, `${base}/exchange-transactions?limit=50`],
  ['/withdrawals', { status: 'created' }, `${base}/withdrawal-requests?status=created&limit=50`],
  ['/address-book', {}, '/console/address-book?limit=50'],
  ['/aml', {}, '/console/aml/checks?limit=50', '/console/aml/activity'],
  ['/activity-log', {}, '/console/audit-log?limit=50'],
  ['/', { at: '2026-11-01T00:00:00Z' }, '/console/balances-at?at=2026-11-01T00%3A00%3A00.000000Z'],
  ['/balances', { at: '2026-11-01T00:00:00Z' }, '/console/balances-at?at=2026-11-01T00%3A00%3A00.000000Z'],
  ['/wallets', { range: '7d', until: '2026-01-02T03:04:05Z' }, `${base}/wallets?limit=50`],
  // Defaults of the contract, refused values and view-only parameters aren't sent. The console's own page size is.
  ['/transactions', { offset: '0', limit: '100000', columns: 'hash' }, `${base}/transactions?limit=50`],
  [
    '/transactions',
    { until: '2026-01-02T03:04:05Z', created_to: '2026-02-01' },
    `${base}/transactions?created_to=2026-01-02T03%3A04%3A05.000000Z&limit=50`,
  ],
])('requests the session and what %s with %j shows first', (pathname, parameters, ...paths) => {
  expect(earlyRequests(pathname, search(parameters), anyone)).toEqual(['/session', ...paths]);
});

it.each([
  ['a range, whose days depend on the time zone of the browser', '/transactions', { range: '7d' }],
  ['a date, which depends on it too', '/balances', { at: '2026-11-01' }],
  ['a moment that can’t be read', '/', { at: 'yesterday' }],
  ['a page that shows no list', '/settings', {}],
  ['an address that is no page', '/constructor', {}],
  ['an address below the page', '/transactions/1', {}],
])('requests no rows for %s', (_what, pathname, parameters) => {
  expect(earlyRequests(pathname, search(parameters), anyone)).toEqual(['/session']);
});

it('requests no rows that the key may not read', () => {
  const current = { permissions: ['wallets:read'], consolePermissions: null } as const;
  expect(earlyRequests('/transactions', search(), current)).toEqual(['/session']);
  expect(earlyRequests('/wallets', search(), current)).toHaveLength(2);
  expect(
    earlyRequests('/transactions', search(), { permissions: null, consolePermissions: null }),
  ).toHaveLength(2);
});

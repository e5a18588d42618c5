import { afterEach, beforeEach, expect, it } from 'vitest';
import { findWallets, type KnownWallet } from '#contract/gateway/known-addresses.ts';
import { sumWallets, type WalletSums } from '#contract/gateway/wallet-sums.ts';
import { useTestDatabase } from '#database/testing.ts';
import { writeIsoTime } from '#domain/time.ts';
import { secret, setUpGateways, TestClock } from './testing/gateway-harness.ts';
import { fromOwnPage } from './testing/http-client.ts';
import {
  envelope,
  failure,
  sendJson,
  type StandInProvider,
  startStandInProvider,
} from './testing/stand-in-provider.ts';

const startGateway = setUpGateways(useTestDatabase());
let provider: StandInProvider;
let clock: TestClock;
beforeEach(() => (clock = new TestClock()));
afterEach(async () => provider.close());

type Row = Record<string, unknown>;

const wallet = (serial: number, changes: Row = {}): Row => ({
  address: `TWallet${String(serial).padStart(4, '0')}`,
  name: `Wallet ${serial}`,
  type: serial % 2 === 0 ? 'user' : 'accounting',
  network: 'trx',
  status: 'active',
  balances: { USDT: { available: 0.1 }, TRX: { available: 0 } },
  ...changes,
});

const wallets = (count: number): Row[] => Array.from({ length: count }, (_, at) => wallet(at + 1));

/** A provider that filters nothing. `hasPages`: otherwise it returns its first rows whatever the offset. */
async function start(rowsOf: (key: string) => Row[], hasPages = true) {
  provider = await startStandInProvider();
  const pageSize = 50;
  provider.respond = ({ url, method, headers }, response) => {
    const { pathname, searchParams: query } = new URL(url, 'http://provider');
    const key = String(headers['token']);
    if (method !== 'GET' || pathname.endsWith('/test'))
      sendJson(response, 200, envelope({ result: 'success' }));
    else if (pathname.endsWith('/user-balances')) {
      sendJson(response, 200, envelope({ user_id: `account of ${key}`, balances: {} }));
    } else if (pathname.endsWith('/wallets')) {
      const all = rowsOf(key);
      const offset = hasPages ? Number(query.get('offset') ?? 0) : 0;
      const rows = all.slice(offset, offset + Math.min(pageSize, Number(query.get('limit') ?? 100)));
      sendJson(response, 200, envelope({ user_id: `account of ${key}`, count: all.length, wallets: rows }));
    } else sendJson(response, 404, failure(404, 'not_found', 'Nothing here'));
  };
  const gateway = await startGateway({
    mode: 'remote',
    deposits: 'provider',
    provider: { kind: 'remote', url: provider.url },
    now: clock.now,
    settings: { sessionSecret: secret, providerLookDelayMs: Number.POSITIVE_INFINITY },
  });
  const open = async (key = 'good') => {
    const { cookie, get } = await gateway.open(key);
    const find = async (body: object) => {
      const answer = await gateway.send(findWallets.path, {
        method: 'POST',
        headers: { ...fromOwnPage, cookie },
        body,
      });
      const { data } = answer.json() as {
        data: { wallets: KnownWallet[]; unreadable_reason: string | null };
      };
      return { status: answer.status, found: data.wallets?.map(({ name }) => name), ...data };
    };
    const sum = async (query = '') =>
      ((await get(`${sumWallets.path}${query}`)).json() as { data: { found: WalletSums | null } }).data.found;
    return { find, sum };
  };
  return { open, reads: () => provider.received.filter(({ url }) => url.includes('/wallets')).length };
}

it('finds wallets on any page by address, name or beginning, whatever their case, and reads the list once', async () => {
  const mixed = wallet(0, { address: '0xAbCdEf0000000000000000000000000000000123', name: 'Cold storage' });
  const { open, reads } = await start(() => [...wallets(120), mixed]);
  const { find } = await open();
  expect((await find({ addresses: ['TWallet0001', 'TWallet0120', 'twallet0002'] })).found).toEqual([
    'Wallet 1',
    'Wallet 120',
  ]);
  const once = reads();
  expect((await find({ addresses: [String(mixed['address']).toLowerCase()] })).found).toEqual([
    'Cold storage',
  ]);
  expect((await find({ names: ['COLD storage', 'wallet 7'] })).found).toEqual(['Wallet 7', 'Cold storage']);
  expect((await find({ beginnings: ['0xABCD', 'TWallet011'] })).found).toHaveLength(11);
  expect(await find({})).toMatchObject({ found: [], unreadable_reason: null });
  expect(reads()).toBe(once);
});

it('returns what can be read of a wallet, and nobody else’s', async () => {
  const broken = { address: 'TBroken', name: 'Broken', balances: 'none' };
  const { open } = await start((key) => (key === 'good' ? [broken] : wallets(3)));
  const { find } = await open();
  expect((await find({ addresses: ['TBroken', 'TWallet0001'] })).wallets).toEqual([
    { address: 'TBroken', name: 'Broken' },
  ]);
  expect((await (await open('other')).find({ addresses: ['TBroken'] })).wallets).toEqual([]);
});

it('finds wallets of a provider without other pages on its first one, and says that there may be more', async () => {
  const { open } = await start(() => wallets(120), false);
  const { find, sum } = await open();
  expect(await find({ addresses: ['TWallet0001', 'TWallet0120'] })).toMatchObject({
    found: ['Wallet 1'],
    unreadable_reason: 'no_pages',
  });
  expect(await sum()).toBeNull();
});

it('adds up all wallets to the last digit, and counts those that can’t be read', async () => {
  const rows = [
    ...wallets(70),
    wallet(72, { balances: { USDT: { available: '0.000000000000000001' } } }),
    wallet(73, { network: 'eth', balances: null }),
    { address: 'TUnknown' },
  ];
  const { open } = await start(() => rows);
  expect(await (await open()).sum()).toEqual({
    wallets: 73,
    lines: [
      { type: 'accounting', network: 'trx', currency: 'USDT', wallets: 35, available: '3.5' },
      { type: 'accounting', network: 'trx', currency: 'TRX', wallets: 35, available: '0' },
      { type: 'user', network: 'trx', currency: 'USDT', wallets: 36, available: '3.500000000000000001' },
      { type: 'user', network: 'trx', currency: 'TRX', wallets: 35, available: '0' },
    ],
    unreadable: [
      { type: 'accounting', network: 'eth' },
      { type: null, network: null },
    ],
  });
});

it('adds up wallets as they were after a moment, if that is asked', async () => {
  let rows = wallets(1);
  const { open } = await start(() => rows);
  const { sum } = await open();
  expect((await sum())?.wallets).toBe(1);
  rows = wallets(2);
  clock.advance({ seconds: 1 });
  expect((await sum())?.wallets).toBe(1);
  expect((await sum(`?read_after=${writeIsoTime(clock.now())}`))?.wallets).toBe(2);
});

it('refuses more values than a request may have, and beginnings that are too short', async () => {
  const { open } = await start(() => []);
  const { find } = await open();
  expect((await find({ addresses: Array.from({ length: 301 }, (_, at) => `T${at}`) })).status).toBe(400);
  expect((await find({ beginnings: ['0xA'] })).status).toBe(400);
});

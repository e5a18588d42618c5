import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { checkAddress } from '#domain/addresses.ts';
import { compare } from '#domain/arithmetic.ts';
import { decimalPlaces, ZERO } from '#domain/decimal.ts';
import { decimalsOf, walletNetworks } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';
import { useTestDatabase } from '#database/testing.ts';
import { insertAccountKeys } from '../addresses/address-chains.ts';
import { sandboxAccountKeys } from '../addresses/sandbox-phrase.ts';
import { getUserBalances } from '../balances/balances.store.ts';
import { verifyLedger } from '../ledger/ledger-verify.ts';
import { listWallets } from '../wallets/wallets.store.ts';
import { sandboxAccountId } from './sandbox-keys.ts';
import { sandboxWallets } from './sandbox-wallets.ts';
import { seedSandbox } from './seed-sandbox.ts';

// What a sketch of a year shows, made once for all tests.

const database = useTestDatabase(async (db) => {
  await insertAccountKeys(db, sandboxAccountKeys);
  await seedSandbox(db, { now: '2026-06-30T18:00:00.000000Z' as Instant, size: 'sketch' });
});

const all = { limit: 300, offset: 0, sort_by: 'created_at', sort_direction: 'desc' } as const;
const wallets = async () => (await listWallets(database.db, sandboxAccountId, all)).wallets;

it('lets the first queries be planned for what there is', async () => {
  const { rows } = await sql<{ known: string }>`
    select tablename || '.' || attname as known from pg_stats
    where (tablename, attname) in (('ledger_entries', 'created_at'), ('ledger_postings', 'account_id'))
    order by 1`.execute(database.db);
  expect(rows.map(({ known }) => known)).toEqual(['ledger_entries.created_at', 'ledger_postings.account_id']);
});

it('has books that are right, too', async () => {
  expect((await verifyLedger(database.db)).differences).toEqual([]);
});

it('shows the wallets of all networks, of both types and every status, each with a name of its own', async () => {
  const described = sandboxWallets(2026);
  const list = await wallets();
  expect(list.length).toBe(described.length);
  expect(list.length).toBeGreaterThan(100);
  expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
  const count = (wanted: object) =>
    list.filter((wallet) =>
      Object.entries(wanted).every(([key, value]) => wallet[key as keyof typeof wallet] === value),
    ).length;
  for (const network of walletNetworks) {
    for (const type of ['user', 'accounting']) expect(count({ network, type })).toBeGreaterThan(5);
  }
  for (const status of ['inactive', 'blocked'] as const) {
    expect(count({ status })).toBe(described.filter((wallet) => wallet.status === status).length);
    expect(count({ status })).toBeGreaterThan(5);
  }
  expect(list.filter(({ refund }) => refund !== undefined)).toHaveLength(8);
});

it('has funds in the pool and on the way to it', async () => {
  const balances = await getUserBalances(database.db, sandboxAccountId);
  const shared = balances['accounting']?.['trx_eth']?.['USDT'];
  for (const amount of [shared?.available, shared?.transit, shared?.blockchain]) {
    expect(compare(amount ?? ZERO, ZERO)).toBe(1);
  }
});

it('sends refunds to real addresses of other people', async () => {
  const list = await wallets();
  const own = new Set(list.map(({ address }) => address));
  for (const { network, refund = [] } of list) {
    for (const { refund_wallet: address } of refund) {
      expect(checkAddress(network as 'trx', address)).toEqual({ ok: true, address });
      expect(own.has(address)).toBe(false);
    }
  }
});

it('shows amounts with no more decimals than their network has, many of them with all', async () => {
  const amounts = (await wallets()).flatMap(({ network, balances }) =>
    Object.entries(balances).map(([currency, { available }]) => ({
      places: decimalPlaces(available),
      most: decimalsOf(network as 'trx', currency) ?? -1,
    })),
  );
  expect(amounts.filter(({ places, most }) => places > most)).toEqual([]);
  expect(amounts.filter(({ places }) => places === 18).length).toBeGreaterThan(5);
});

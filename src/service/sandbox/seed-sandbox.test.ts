import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { checkAddress } from '#domain/addresses.ts';
import { compare } from '#domain/arithmetic.ts';
import { decimalPlaces, ZERO } from '#domain/decimal.ts';
import { decimalsOf } from '#domain/networks.ts';
import { useTestDatabase } from '#database/testing.ts';
import { insertAccountKeys } from '../addresses/address-chains.ts';
import { sandboxAccountKeys } from '../addresses/sandbox-phrase.ts';
import { getUserBalances } from '../balances/balances.store.ts';
import { createFirstKey } from '../keys/first-key.ts';
import { listKeys } from '../keys/keys.store.ts';
import { verifyLedger } from '../ledger/ledger-verify.ts';
import { createWallet } from '../wallets/create-wallet.ts';
import { listWallets } from '../wallets/wallets.store.ts';
import { sandboxAccountId } from './sandbox-keys.ts';
import { seedSandbox } from './seed-sandbox.ts';

const database = useTestDatabase();

beforeEach(async () => {
  await insertAccountKeys(database.db, sandboxAccountKeys);
});

const all = { limit: 300, offset: 0, address: undefined, type: undefined, network: undefined };
const wallets = async () => (await listWallets(database.db, sandboxAccountId, all)).wallets;

async function everything(): Promise<unknown> {
  const tables = [
    'accounts',
    'address_chains',
    'wallets',
    'wallet_counts',
    'refunds',
    'ledger_accounts',
    'ledger_postings',
    'ledger_entries',
  ];
  const contents = [];
  for (const table of tables) {
    const { rows } = await sql`select t::text as row from ${sql.table(table)} t order by 1`.execute(
      database.db,
    );
    contents.push({ table, rows });
  }
  return contents;
}

it('makes the same data at every first start', async () => {
  await seedSandbox(database.db);
  const first = await everything();
  await sql`truncate accounts, address_chains, api_keys, wallets, wallet_counts, refunds, ledger_accounts,
    ledger_postings, ledger_entries`.execute(database.db);
  await insertAccountKeys(database.db, sandboxAccountKeys);
  await seedSandbox(database.db);
  expect(await everything()).toEqual(first);
});

it('makes books that are right', async () => {
  await seedSandbox(database.db);
  const { counts, differences } = await verifyLedger(database.db);
  expect(differences).toEqual([]);
  expect(counts.postings).toBeGreaterThan(300);
});

it('shows about 120 wallets on all networks, of both types and every status, each with a name of its own', async () => {
  await seedSandbox(database.db);
  const list = await wallets();
  expect(list.length).toBe(120);
  expect(new Set(list.map(({ name }) => name)).size).toBe(120);
  const count = (wanted: object) =>
    list.filter((wallet) =>
      Object.entries(wanted).every(([key, value]) => wallet[key as keyof typeof wallet] === value),
    ).length;
  for (const network of ['trx', 'eth', 'bnb', 'btc']) {
    for (const type of ['user', 'accounting']) expect(count({ network, type })).toBeGreaterThan(5);
  }
  expect(count({ status: 'inactive' })).toBe(10);
  expect(count({ status: 'blocked' })).toBe(6);
  expect(list.filter(({ refund }) => refund !== undefined)).toHaveLength(8);
});

it('shows amounts of many sizes, each with no more decimals than its network has', async () => {
  await seedSandbox(database.db);
  const amounts = (await wallets()).flatMap(({ network, balances }) =>
    Object.entries(balances).map(([currency, { available }]) => ({
      available,
      places: decimalPlaces(available),
      most: decimalsOf(network as 'trx', currency) ?? -1,
    })),
  );
  expect(amounts.filter(({ places, most }) => places > most)).toEqual([]);
  const among = (least: string, most: string) =>
    amounts.filter(
      ({ available }) => compare(available, least as never) >= 0 && compare(available, most as never) < 0,
    ).length;
  expect(among('0.0000000000000001', '0.01')).toBeGreaterThan(3);
  expect(among('1', '1000')).toBeGreaterThan(10);
  expect(among('100000', '100000000')).toBeGreaterThan(5);
  expect(amounts.filter(({ places }) => places === 18).length).toBeGreaterThan(5);
  expect(amounts.filter(({ available }) => available === ZERO).length).toBeGreaterThan(20);
});

it('has funds in the pool and on the way to it', async () => {
  await seedSandbox(database.db);
  const balances = await getUserBalances(database.db, sandboxAccountId);
  const shared = balances['accounting']?.['trx_eth']?.['USDT'];
  for (const amount of [shared?.available, shared?.transit, shared?.blockchain]) {
    expect(compare(amount ?? ZERO, ZERO)).toBe(1);
  }
});

it('sends refunds to real addresses of other people', async () => {
  await seedSandbox(database.db);
  const list = await wallets();
  const own = new Set(list.map(({ address }) => address));
  for (const { network, refund = [] } of list) {
    for (const { refund_wallet: address } of refund) {
      expect(checkAddress(network as 'trx', address)).toEqual({ ok: true, address });
      expect(own.has(address)).toBe(false);
    }
  }
});

it('leaves a database that has accounts as it is', async () => {
  await createFirstKey(database.db);
  await seedSandbox(database.db);
  expect(await listKeys(database.db)).toHaveLength(1);
  expect((await verifyLedger(database.db)).counts).toMatchObject({ accounts: 1, wallets: 0 });
});

it('keeps what was done since, and gives missing keys back', async () => {
  await seedSandbox(database.db);
  await createWallet(database.db, sandboxAccountId, { name: 'Mine', network: 'btc', type: 'user' });
  await database.db.deleteFrom('api_keys').where('name', '=', 'Finance (sandbox)').execute();
  await seedSandbox(database.db);
  expect((await listKeys(database.db)).map(({ name }) => name)).toContain('Finance (sandbox)');
  expect((await wallets())[0]).toMatchObject({ name: 'Mine' });
});

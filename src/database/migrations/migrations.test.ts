import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { decimal, type Decimal } from '#domain/decimal.ts';
import {
  currencies,
  walletNetworks,
  walletStatuses,
  walletTypes,
  withdrawalNetworks,
} from '#domain/networks.ts';
import { instantFromDate } from '#domain/time.ts';
import { useTestDatabase } from '../testing.ts';
import type { LedgerAccountKind, WalletsTable } from '../tables.ts';

const test = useTestDatabase();
const created_at = instantFromDate(new Date());
const CHECK_VIOLATION = { code: '23514' };

beforeEach(async () => {
  await test.db.insertInto('accounts').values({ account_id: 'a', name: 'A', created_at }).execute();
  for (const network of walletNetworks) {
    await test.db
      .insertInto('address_chains')
      .values({ network, extended_public_key: 'xpub', path: 'm', counter_network: network, next_index: 0 })
      .execute();
  }
});

async function addWallet(changes: Partial<WalletsTable> = {}): Promise<void> {
  const wallet: WalletsTable = {
    address: 'address',
    account_id: 'a',
    network: 'trx',
    type: 'user',
    name: 'Name',
    status: 'active',
    chain_index: 0,
    created_at,
    deleted_at: null,
    ...changes,
  };
  await test.db.insertInto('wallets').values(wallet).execute();
}

async function addLedgerAccount(kind: LedgerAccountKind, balance: Decimal | null): Promise<void> {
  const network = 'trx';
  await test.db
    .insertInto('ledger_accounts')
    .values({
      ledger_account_id: `${kind}/${network}/USDT`,
      account_id: 'a',
      kind,
      network,
      currency: 'USDT',
      wallet_address: kind === 'wallet' ? 'address' : null,
      balance,
    })
    .execute();
}

describe('the wallet tables', () => {
  it('take every network, type and status of the domain', async () => {
    let chain_index = 0;
    for (const network of walletNetworks) {
      for (const type of walletTypes) {
        for (const status of walletStatuses) {
          chain_index += 1;
          await addWallet({ address: `${chain_index}`, chain_index, network, type, status });
        }
      }
    }
    const { count } = await test.db
      .selectFrom('wallets')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(chain_index);
  });

  it.each(['network', 'type', 'status'] as const)('refuse an unknown %s', async (column) => {
    await addWallet();
    await expect(sql`update wallets set ${sql.ref(column)} = 'other'`.execute(test.db)).rejects.toMatchObject(
      { code: expect.stringMatching(/^235(03|14)$/) },
    );
  });

  it('use an address and a derivation index once', async () => {
    await addWallet();
    await expect(addWallet({ chain_index: 1 })).rejects.toMatchObject({ code: '23505' });
    await expect(addWallet({ address: 'other' })).rejects.toMatchObject({ code: '23505' });
    await addWallet({ address: 'other', network: 'btc' });
  });

  it('count at most 500 wallets and never below none', async () => {
    const change = async (by: number) =>
      await test.db
        .updateTable('wallet_counts')
        .set((eb) => ({ wallets: eb('wallets', '+', by) }))
        .execute();
    await test.db
      .insertInto('wallet_counts')
      .values({ account_id: 'a', network: 'trx', wallets: 500 })
      .execute();
    await expect(change(1)).rejects.toMatchObject(CHECK_VIOLATION);
    await change(-500);
    await expect(change(-1)).rejects.toMatchObject(CHECK_VIOLATION);
  });
});

describe('the ledger tables', () => {
  beforeEach(async () => await addWallet());

  it('keep a balance for all but the outside', async () => {
    await addLedgerAccount('world', null);
    for (const kind of ['wallet', 'hold', 'pool', 'transit'] as const) {
      await expect(addLedgerAccount(kind, null)).rejects.toMatchObject(CHECK_VIOLATION);
      await addLedgerAccount(kind, decimal('0'));
    }
    await test.db.deleteFrom('ledger_accounts').where('kind', '=', 'world').execute();
    await expect(addLedgerAccount('world', decimal('0'))).rejects.toMatchObject(CHECK_VIOLATION);
  });

  it.each(['-0.000000000000000001', 'NaN', 'Infinity'])('refuse a balance of %s', async (balance) => {
    await addLedgerAccount('wallet', decimal('1'));
    await expect(
      sql`update ledger_accounts set balance = ${balance}::numeric`.execute(test.db),
    ).rejects.toMatchObject(CHECK_VIOLATION);
  });

  it.each(['0', 'NaN', 'Infinity', '-Infinity'])('refuse an entry of %s', async (amount) => {
    await addLedgerAccount('wallet', decimal('1'));
    await test.db
      .insertInto('ledger_postings')
      .values({ posting_id: 'p', account_id: 'a', kind: 'deposit', created_at })
      .execute();
    await expect(
      sql`insert into ledger_entries values ('p', 'wallet/trx/USDT', ${amount}::numeric, now())`.execute(
        test.db,
      ),
    ).rejects.toMatchObject(CHECK_VIOLATION);
  });

  it('give back an amount of 18 decimals to the last digit', async () => {
    const balance = decimal('123456789012345678901234567890.000000000000000001');
    await addLedgerAccount('wallet', balance);
    const row = await test.db.selectFrom('ledger_accounts').select('balance').executeTakeFirst();
    expect(row).toEqual({ balance });
  });

  it.each([...withdrawalNetworks, 'trx_eth'] as const)(
    'take accounts on %s in every currency',
    async (network) => {
      for (const currency of currencies) {
        await test.db
          .insertInto('ledger_accounts')
          .values({
            ledger_account_id: `pool/${network}/${currency}`,
            account_id: 'a',
            kind: 'pool',
            network,
            currency,
            balance: decimal('0'),
          })
          .execute();
      }
      expect(await test.db.selectFrom('ledger_accounts').select('kind').execute()).toHaveLength(
        currencies.length,
      );
    },
  );
});

it('lists the wallets of an account from an index, newest first, without sorting', async () => {
  const { db } = test;
  await sql`insert into wallets select 'address' || n, 'a', 'trx', 'user', 'n', 'active', n,
    now() + n * interval '1 s', null from generate_series(1, 2000) as n`.execute(db);
  await sql`analyze wallets`.execute(db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select * from wallets where account_id = 'a' and deleted_at is null and type = 'user'
    order by created_at desc, address desc limit 100`.execute(db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Index Scan Backward using wallets_by_age');
  expect(plan).not.toContain('Sort');
});

import { type Kysely, sql } from 'kysely';
import { type Database, type DatabaseConfig, openDatabase } from '../../src/database/database.ts';
import type { Tables } from '../../src/database/tables.ts';
import { decimal } from '../../src/domain/decimal.ts';
import { insertAccount } from '../../src/service/keys/accounts.store.ts';
import { receiveDeposit } from '../../src/service/testing-deposits.ts';
import { createWallet } from '../../src/service/wallets/create-wallet.ts';
import { accountName, openBenchAccount } from '../bench-account.ts';

type Options = { entries: number; dataDirectory: string; print: (line: string) => void };

/** The year whose entries there are. */
export const year = { from: '2025-01-01', to: '2026-01-01' };
const yearMicros = 365 * 86_400_000_000;
const begin = Date.UTC(2025, 0, 1) * 1000;

const networks = ['trx', 'eth', 'bnb'] as const;
const walletsOfEach = 20;
const unitsPerInsert = 100_000;
/** Of every four movements three are deposits, with one entry of our own, and one is a withdrawal with its hold, with three. */
const entriesPerUnit = 1.5;

/**
 * Opens a database with an account that has about so many entries of its own funds; fills it if it is empty: a year of
 * deposits and withdrawals with their holds and fees, at 18 decimals, the same at each run.
 */
export async function openWithEntries(
  config: DatabaseConfig,
  options: Options,
): Promise<{ database: Database; token: string }> {
  const database = await openDatabase(config);
  const { jobs: db } = database;
  const { token } = await openBenchAccount(db, {
    dataDirectory: options.dataDirectory,
    fill: async () => fill(db, options),
  });
  return { database, token };
}

async function fill(db: Kysely<Tables>, { entries, print }: Options): Promise<string> {
  const begun = performance.now();
  // Named last, so that an interrupted run is noticed.
  const accountId = await insertAccount(db, `${accountName}, unfinished`);
  for (const network of networks) {
    for (let n = 0; n < walletsOfEach; n += 1) {
      const wallet = { name: `Wallet ${network} ${n}`, network, type: 'user' } as const;
      const address = await createWallet(db, accountId, wallet);
      if (address === undefined) throw new Error('No wallet was created.');
      // Makes the ledger accounts.
      const funds = { currency: 'USDT', amount: decimal(1_000_000_000) } as const;
      await receiveDeposit(db, accountId, { network, address }, funds);
    }
  }
  await sql`
    insert into ledger_accounts (ledger_account_id, account_id, kind, network, currency, wallet_address, balance)
    select replace(ledger_account_id, 'wallet/', 'hold/'), account_id, 'hold', network, currency, wallet_address, 0
    from ledger_accounts where kind = 'wallet' on conflict do nothing`.execute(db);
  await sql`
    insert into ledger_accounts (ledger_account_id, account_id, kind, network, currency, wallet_address, balance)
    select replace(ledger_account_id, 'world/', 'fees/'), account_id, 'fees', network, currency, null, null
    from ledger_accounts where kind = 'world' on conflict do nothing`.execute(db);
  const units = Math.ceil(entries / entriesPerUnit);
  for (let first = 0; first < units; first += unitsPerInsert) {
    await insertUnits(db, { accountId, first, end: Math.min(first + unitsPerInsert, units), units });
  }
  await sql`
    update ledger_accounts a set balance = s.total
    from (select ledger_account_id, sum(amount) as total from ledger_entries group by 1) as s
    where s.ledger_account_id = a.ledger_account_id and a.balance is not null`.execute(db);
  await db.updateTable('accounts').set({ name: accountName }).where('account_id', '=', accountId).execute();
  await sql`vacuum analyze`.execute(db);
  print(`filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  return accountId;
}

type Units = { accountId: string; first: number; end: number; units: number };

/** Written by the database itself: the rows never travel. */
async function insertUnits(db: Kysely<Tables>, { accountId, first, end, units }: Units): Promise<void> {
  const wallets = sql`(
    select row_number() over (order by ledger_account_id) - 1 as place, ledger_account_id, network, currency,
      wallet_address
    from ledger_accounts where kind = 'wallet' and account_id = ${accountId})`;
  const made = sql`(
    select n, w.*, ('epoch'::timestamptz + (${begin}::bigint + (n * ${yearMicros / units}::float8)::bigint)
        * interval '1 microsecond') as at,
      lpad(to_hex(n), 10, '0') || substr(md5(n::text), 1, 14) as code,
      (50 + n % 1000)::numeric + (n % 999983) * 0.000000000000000001 as received,
      (5 + n % 7)::numeric + (n % 999979) * 0.000000000000000001 as given
    from generate_series(${first}::bigint, ${end - 1}::bigint) as n
    join ${wallets} as w on w.place = n % ${networks.length * walletsOfEach})`;
  const isDeposit = sql`n % 4 <> 3`;
  await sql`
    insert into ledger_postings (posting_id, account_id, kind, reference, created_at)
    select 'lp_' || code, ${accountId}, case when ${isDeposit} then 'deposit' else 'hold' end,
      case when ${isDeposit} then 'tx_' else 'wd_' end || code, at from ${made} as m
    union all
    select 'lq_' || code, ${accountId}, 'withdrawal', 'wd_' || code, at + interval '5 minutes'
    from ${made} as m where not ${isDeposit}`.execute(db);
  await sql`
    insert into ledger_entries (posting_id, ledger_account_id, amount, created_at)
    select 'lp_' || code, ledger_account_id, case when ${isDeposit} then received else -given end, at
    from ${made} as m
    union all
    select 'lp_' || code, replace(ledger_account_id, 'wallet/', 'hold/'), given, at
    from ${made} as m where not ${isDeposit}
    union all
    select 'lq_' || code, replace(ledger_account_id, 'wallet/', 'hold/'), -given, at + interval '5 minutes'
    from ${made} as m where not ${isDeposit}`.execute(db);
  await sql`
    insert into ledger_entries (posting_id, ledger_account_id, amount, created_at)
    select m.posting_id, o.ledger_account_id, m.amount, m.at from (
      select 'lp_' || code as posting_id, network, currency, 'world' as kind, -received as amount, at
      from ${made} as m where ${isDeposit}
      union all
      select 'lq_' || code, network, currency, 'world', given - 1, at + interval '5 minutes'
      from ${made} as m where not ${isDeposit}
      union all
      select 'lq_' || code, network, currency, 'fees', 1, at + interval '5 minutes'
      from ${made} as m where not ${isDeposit}
    ) as m join ledger_accounts o on o.account_id = ${accountId} and o.kind = m.kind
      and o.network = m.network and o.currency = m.currency`.execute(db);
  await sql`
    insert into transactions (transaction_id, account_id, network, direction, status, currency, amount, fee,
      sender_wallet, recipient_wallet, hash, created_at)
    select 'tx_' || code, ${accountId}, network, 'in', 'completed', currency, received, 0, md5(n::text),
      wallet_address, md5(code), at
    from ${made} as m where ${isDeposit}`.execute(db);
}

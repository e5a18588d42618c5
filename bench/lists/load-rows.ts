import { type Kysely, sql } from 'kysely';
import { type Database, type DatabaseConfig, openDatabase } from '../../src/database/database.ts';
import type { Tables } from '../../src/database/tables.ts';
import { decimal } from '../../src/domain/decimal.ts';
import { insertAccount } from '../../src/service/keys/accounts.store.ts';
import { receiveDeposit } from '../../src/service/testing-deposits.ts';
import { createWallet } from '../../src/service/wallets/create-wallet.ts';
import { accountName, openBenchAccount } from '../bench-account.ts';

export type Loaded = { accountId: string; token: string; walletAddresses: string[] };

export type LoadOptions = {
  rowCount: number;
  /** Where the server that uses the database keeps its own files. */
  dataDirectory: string;
  /** Without it, loading takes a third of the time, and a search finds only what begins with the text. */
  withSearch: boolean;
  print: (line: string) => void;
};

const walletCount = 8;
const rowsPerInsert = 250_000;
/** In microseconds, as ids have it. */
const begin = Date.UTC(2025, 6, 1) * 1000;
const searchIndex = 'transactions_search';

/**
 * Opens a database with an account that has so many transactions; fills it if it is empty. The rows are a year of
 * deposits and withdrawals on four networks, with many small amounts and few large ones, some busy counterparties and a few
 * failures, the same at each run. They have no ledger entries: the database is good for nothing but measuring.
 */
export async function openLoaded(
  config: DatabaseConfig,
  options: LoadOptions,
): Promise<{ database: Database; loaded: Loaded }> {
  const database = await openDatabase(config);
  try {
    return { database, loaded: await load(database.jobs, options) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function load(db: Kysely<Tables>, options: LoadOptions): Promise<Loaded> {
  const { accountId, token } = await openBenchAccount(db, {
    dataDirectory: options.dataDirectory,
    fill: async () => fill(db, options),
  });
  const wallets = await db
    .selectFrom('wallets')
    .select('address')
    .where('account_id', '=', accountId)
    .execute();
  return { accountId, token, walletAddresses: wallets.map(({ address }) => address) };
}

async function fill(db: Kysely<Tables>, { rowCount, withSearch, print }: LoadOptions): Promise<string> {
  const begun = performance.now();
  const accountId = await db.connection().execute(async (connection) => {
    // The search index takes longer than any statement of a server may.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set maintenance_work_mem = '512MB'`.execute(connection);
    await sql`set work_mem = '256MB'`.execute(connection);
    const { rows: indexes } = await sql<{ name: string; definition: string }>`
      select indexname as name, indexdef as definition from pg_indexes
      where tablename = 'transactions' and indexname <> 'transactions_pkey'`.execute(connection);
    for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(connection);
    // Named last, so that an interrupted run is noticed: the next one finds another account.
    const id = await insertAccount(connection, `${accountName}, unfinished`);
    for (let first = 0; first < rowCount; first += rowsPerInsert) {
      await insertRows(connection, {
        accountId: id,
        first,
        end: Math.min(first + rowsPerInsert, rowCount),
        rowCount,
      });
    }
    await insertRollups(connection, id);
    print(`${rowCount} rows in ${secondsSince(begun)} s`);
    for (const { name, definition } of indexes) {
      if (name === searchIndex && !withSearch) continue;
      await sql.raw(definition).execute(connection);
      print(`index ${name} after ${secondsSince(begun)} s`);
    }
    return id;
  });
  for (let n = 0; n < walletCount; n += 1) {
    const address = await createWallet(db, accountId, { name: `Wallet ${n}`, network: 'trx', type: 'user' });
    if (address === undefined) throw new Error('No wallet was created.');
    const funds = { currency: 'USDT', amount: decimal(1_000_000_000) } as const;
    await receiveDeposit(db, accountId, { network: 'trx', address }, funds);
  }
  await db.updateTable('accounts').set({ name: accountName }).where('account_id', '=', accountId).execute();
  await sql`vacuum analyze`.execute(db);
  return accountId;
}

type Rows = { accountId: string; first: number; end: number; rowCount: number };

/** Written by the database itself: the rows never travel. A hash of the row’s number stands for chance. */
async function insertRows(db: Kysely<Tables>, { accountId, first, end, rowCount }: Rows): Promise<void> {
  const spacing = (365 * 86_400_000_000) / rowCount;
  const dice = sql.join(
    Array.from({ length: 8 }, (_, place) =>
      sql.raw(
        `(get_byte(bytes, ${2 * place}) * 256 + get_byte(bytes, ${2 * place + 1})) % 1000 as dice${place}`,
      ),
    ),
  );
  await sql`
    insert into transactions (transaction_id, account_id, network, direction, status, currency, amount, fee,
      sender_wallet, recipient_wallet, hash, created_at)
    select 'tx_' || lpad(to_hex(micros), 13, '0') || substr(chance, 1, 11), ${accountId}, network,
      case when is_out then 'out' else 'in' end,
      case when dice4 < 12 then 'error' when ${rowCount}::bigint - n < 20 then 'in_progress' else 'completed' end,
      case when network = 'btc' then 'BTC' when dice5 < 760 then 'USDT' when dice5 < 860 then 'USDC'
        else case network when 'trx' then 'TRX' when 'eth' then 'ETH' else 'BNB' end end,
      (dice7 + 1) * (10 ^ (dice6 % 6))::integer * 0.001 + (n % 1000000) * 0.000001,
      case when is_out then 1.5 else 0 end,
      case when is_out then wallet else counterparty end,
      case when is_out then counterparty else wallet end,
      case when network in ('eth', 'bnb') then '0x' else '' end || chance || md5(chance),
      'epoch'::timestamptz + micros * interval '1 microsecond'
    from (
      select n, chance, micros, network, dice1 < 340 as is_out, dice4, dice5, dice6, dice7,
        prefix || md5('wallet ' || dice2 % 400) as wallet,
        -- Every third has one of a few busy counterparties.
        prefix || md5(case when dice3 % 3 = 0 then 'busy ' || dice3 % 40 else 'seldom ' || n % 100000 end)
          as counterparty
      from (
        select *, case network when 'trx' then 'TB' when 'btc' then 'bc1q' else '0x' end as prefix
        from (
          select *, case when dice0 < 620 then 'trx' when dice0 < 820 then 'eth' when dice0 < 940 then 'bnb'
            else 'btc' end as network
          from (
            select n, encode(bytes, 'hex') as chance, ${dice},
              ${begin}::bigint + (n * ${spacing}::float8)::bigint as micros
            from generate_series(${first}::bigint, ${end - 1}::bigint) as n
            cross join lateral (select decode(md5(n::text), 'hex') as bytes) as drawn
          ) as numbered
        ) as located
      ) as prefixed
    ) as made`.execute(db);
}

/** The rollups of all rows at once, in the order in which rows come in. */
async function insertRollups(db: Kysely<Tables>, accountId: string): Promise<void> {
  await sql`
    insert into transaction_counts (account_id, grain, bucket, network, currency, direction, status, rows, amount, fee)
    select account_id, 'hour', date_trunc('hour', created_at, 'UTC'), network, currency, direction, status,
      count(*), sum(amount), sum(fee)
    from transactions where account_id = ${accountId} group by 1, 3, 4, 5, 6, 7
    order by 3`.execute(db);
  for (const [grain, shorter] of [
    ['day', 'hour'],
    ['month', 'day'],
  ] as const) {
    await sql`
      insert into transaction_counts (account_id, grain, bucket, network, currency, direction, status, rows, amount, fee)
      select account_id, ${grain}, date_trunc(${grain}, bucket, 'UTC'), network, currency, direction, status,
        sum(rows), sum(amount), sum(fee)
      from transaction_counts where account_id = ${accountId} and grain = ${shorter} group by 1, 3, 4, 5, 6, 7
      order by 3`.execute(db);
  }
}

function secondsSince(begun: number): string {
  return ((performance.now() - begun) / 1000).toFixed(0);
}

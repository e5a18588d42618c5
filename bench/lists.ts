// node bench/lists.ts [rows]: measures the pages and counts of a list against plain OFFSET and count(*). On the empty
// database of DATABASE_URL, or on PGlite in memory. The rows stay, so use a separate database.
import { sql } from 'kysely';
import { openDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { inTransaction } from '../src/database/transaction.ts';
import { decimal } from '../src/domain/decimal.ts';
import { instantFromDate } from '../src/domain/time.ts';
import { timeId } from '../src/service/ids.ts';
import { insertAccount } from '../src/service/keys/accounts.store.ts';
import { listPage } from '../src/service/lists/list-page.ts';
import { transactionList } from '../src/service/transactions/transaction-list.ts';
import { insertTransactions } from '../src/service/transactions/transactions.store.ts';

const rowCount = Number(process.argv[2] ?? 1_000_000);
const url = process.env['DATABASE_URL'];
const database = await openDatabase(
  url === undefined ? { kind: 'pglite', directory: undefined } : { kind: 'postgres', url },
);
const { db } = database;
await migrate(db);
const { rows: accounts } = await sql`select 1 from accounts limit 1`.execute(db);
if (accounts.length > 0) throw new Error('The database has accounts: give an empty one.');

const accountId = await insertAccount(db, 'Bench');
const perInsert = 20_000;
const oneYearMs = 365 * 86_400_000;
const begin = Date.UTC(2025, 0, 1);
// Filling it costs more than everything else, and nothing is searched for here.
await sql`drop index transactions_search`.execute(db);
const seeding = performance.now();
for (let first = 0; first < rowCount; first += perInsert) {
  const rows = Array.from({ length: Math.min(perInsert, rowCount - first) }, (_, step) => {
    const n = first + step;
    const createdAt = instantFromDate(new Date(begin + Math.floor((n / rowCount) * oneYearMs)));
    const number = n.toString(16).padStart(11, '0');
    return {
      transaction_id: timeId('tx', createdAt, number),
      account_id: accountId,
      network: n % 1000 === 0 ? ('btc' as const) : n % 5 === 0 ? ('eth' as const) : ('trx' as const),
      direction: n % 3 === 0 ? ('out' as const) : ('in' as const),
      status: n % 101 === 0 ? ('error' as const) : ('completed' as const),
      currency: n % 1000 === 0 ? ('BTC' as const) : ('USDT' as const),
      amount: decimal(n + 1),
      fee: decimal('0'),
      sender_wallet: `TSender${n % 5000}`,
      recipient_wallet: `TRecipient${n % 300}`,
      hash: number.padStart(64, '0'),
      created_at: createdAt,
    };
  });
  await inTransaction(db, async (tx) => await insertTransactions(tx, rows));
}
await sql`vacuum analyze transactions`.execute(db);
await sql`vacuum analyze transaction_counts`.execute(db);
console.log(`${rowCount} rows in ${((performance.now() - seeding) / 1000).toFixed(0)} s on ${database.kind}`);

/** The median of some runs, in milliseconds. */
async function timed(action: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 9; run += 1) {
    const start = performance.now();
    await action();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[4] ?? 0;
}

const kinds = [
  ['everything', {}],
  ['common: network trx', { network: 'trx' }],
  ['one in five: network eth', { network: 'eth' }],
  ['rare: status error', { status: 'error' }],
  ['rarest: network btc', { network: 'btc' }],
] as const;
const limit = 100;
for (const sortBy of ['created_at', 'status'] as const) {
  for (const [name, filters] of kinds) {
    const ask = async (offset: number) =>
      await listPage(db, transactionList, {
        accountId,
        filters,
        sortBy,
        sortDirection: 'desc',
        limit,
        offset,
      });
    const { count } = await ask(0);
    const deep = Math.floor(count / 2);
    const conditions = sql.join(
      Object.entries({ account_id: accountId, ...filters }).map(
        ([column, value]) => sql`${sql.ref(column)} = ${value}`,
      ),
      sql` and `,
    );
    const order = sortBy === 'status' ? sql`status desc, transaction_id desc` : sql`transaction_id desc`;
    const plainPage = async (offset: number) =>
      await sql`select * from transactions where ${conditions} order by ${order}
        limit ${limit} offset ${offset}`.execute(db);
    const figures = {
      'first page and count': await timed(async () => await ask(0)),
      'middle page and count': await timed(async () => await ask(deep)),
      'last page and count': await timed(async () => await ask(Math.max(0, count - limit))),
      'plain first page': await timed(async () => await plainPage(0)),
      'plain middle page': await timed(async () => await plainPage(deep)),
      'plain count(*)': await timed(
        async () => await sql`select count(*) from transactions where ${conditions}`.execute(db),
      ),
    };
    const milliseconds = Object.entries(figures).map(([what, ms]) => `${what} ${ms.toFixed(1)}`);
    const plain = figures['plain middle page'] + figures['plain count(*)'];
    const ratio = (plain / figures['middle page and count']).toFixed(0);
    console.log(
      `by ${sortBy}, ${name} (${count}), ms: ${milliseconds.join(', ')}; middle: ${ratio} times as fast`,
    );
  }
}
await database.close();

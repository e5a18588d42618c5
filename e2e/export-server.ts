// A server of its own for the tests of exports: it holds thousands of transactions, more can be made to arrive at a
// moment, and its database can be asked directly. Run by `startExportServer` as a process.
import { sql } from 'kysely';
import { permissions } from '../src/contract/permissions.ts';
import { inTransaction } from '../src/database/transaction.ts';
import { type Decimal, decimal } from '../src/domain/decimal.ts';
import { instantFromDate } from '../src/domain/time.ts';
import { parseConfig } from '../src/config.ts';
import { openForked } from './forked-process.ts';
import { now } from '../src/domain/clock.ts';
import { timeId } from '../src/service/ids.ts';
import { insertAccount } from '../src/service/keys/accounts.store.ts';
import { insertKey } from '../src/service/keys/keys.store.ts';
import { insertTransactions } from '../src/service/transactions/transactions.store.ts';

export type ServerRequest =
  /** Adds so many completed transactions in USDT now. */
  | { ask: 'arrive'; count: number }
  /** The completed transactions in USDT of a time, as the database has them, newest first, and their sums. */
  | { ask: 'rows'; from: string; until: string };

export type ServerAnswer = {
  rows: Record<string, string>[];
  sums: { direction: string; rows: string; amount: string; fees: string }[];
};

const { db, serve } = await openForked(parseConfig({ ...process.env, SANDBOX: 'off', PORT: '0' }));
const accountId = await insertAccount(db, 'Exports');
const { token } = await insertKey(db, { accountId, name: 'Reviewer', permissions });

const hardAmounts = [
  '0.000000000000000001',
  '123456789012345678901234567890',
  '9007199254740993.000000000000000001',
  '1.1',
];
const hardNames = [
  '=HYPERLINK("https://evil.example")',
  '-1+1',
  '@SUM(A1)',
  'محفظة "أ", ב',
  'two\nlines; =1+1',
];

function transaction(n: number, createdAt = instantFromDate(new Date(Date.UTC(2026, 0, 1) + n * 60_000))) {
  const isOut = n % 3 === 0;
  return {
    transaction_id: timeId('tx', createdAt),
    account_id: accountId,
    network: n % 2 === 0 ? ('trx' as const) : ('eth' as const),
    direction: isOut ? ('out' as const) : ('in' as const),
    status: 'completed' as 'completed' | 'error',
    currency: 'USDT' as 'USDT' | 'ETH',
    amount: decimal(hardAmounts[n % 50] ?? `${n}.${String(n % 999).padStart(6, '0')}`),
    fee: isOut ? decimal('1.5') : ('0' as Decimal),
    sender_wallet: hardNames[n % 100] ?? `TSender${n % 5000}`,
    recipient_wallet: `TRecipient${n % 300}`,
    hash: n.toString(16).padStart(64, '0'),
    created_at: createdAt,
  };
}

/** Some thousand at a time: of one insert, the parameters are counted. */
async function insert(rows: ReturnType<typeof transaction>[]): Promise<void> {
  for (let first = 0; first < rows.length; first += 5_000) {
    await inTransaction(db, async (tx) => {
      await insertTransactions(tx, rows.slice(first, first + 5_000));
    });
  }
}

// It costs more than everything else to fill, and nothing is searched for here.
await sql`drop index transactions_search`.execute(db);
// The filters leave out every eleventh row.
await insert(
  Array.from({ length: Number(process.env['EXPORT_ROWS']) }, (_, n) => ({
    ...transaction(n),
    ...(n % 11 === 0 && (n % 2 === 0 ? { currency: 'ETH' as const } : { status: 'error' as const })),
  })),
);

async function arrive(count: number): Promise<ServerAnswer> {
  await insert(Array.from({ length: count }, (_, n) => transaction(n, now())));
  return { rows: [], sums: [] };
}

async function readRows(from: string, until: string): Promise<ServerAnswer> {
  const matching = sql`
    from transactions
    where account_id = ${accountId} and currency = 'USDT' and status = 'completed'
      and created_at between ${from}::timestamptz and ${until}::timestamptz`;
  const rows = await sql<Record<string, string>>`
    select transaction_id, network, direction, status, trim_scale(amount)::text as amount, currency, sender_wallet,
      recipient_wallet, hash, trim_scale(fee)::text as fee,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"') as created_at
    ${matching} order by transactions.created_at desc, transaction_id desc`.execute(db);
  const sums = await sql<ServerAnswer['sums'][number]>`
    select direction, count(*)::text as rows, trim_scale(sum(amount))::text as amount,
      trim_scale(sum(fee))::text as fees
    ${matching} group by direction order by direction`.execute(db);
  return { rows: rows.rows, sums: sums.rows };
}

await serve<ServerRequest>({
  answer: async (request) =>
    request.ask === 'arrive' ? await arrive(request.count) : await readRows(request.from, request.until),
  facts: { token },
});

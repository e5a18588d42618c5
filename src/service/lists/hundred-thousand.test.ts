import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { triesHere } from '#database/testing.ts';
import type { TransactionsTable } from '#database/history-tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { insertAccount } from '../keys/accounts.store.ts';
import { setUpService } from '../testing.ts';
import { transactionList } from '../transactions/transaction-list.ts';
import { insertTransactions, type NewTransaction } from '../transactions/transactions.store.ts';
import type { ListQuery } from './list.ts';
import { listPage } from './list-page.ts';
import { modelOf, moment, transactionRow } from './testing-lists.ts';

const service = setUpService();

// Without LONG_TESTS as many as cross every bound of a page and a bucket.
const isWhole = process.env['LONG_TESTS'] === '1';
const rowCount = isWhole ? 100_000 : triesHere(20_000);
const day = 86_400_000;
const pageSize = 300;

type Question = Pick<
  ListQuery<TransactionsTable, 'network' | 'currency' | 'direction' | 'status'>,
  'filters' | 'from' | 'to' | 'sortBy' | 'sortDirection'
>;

/**
 * Two years with quiet weeks, one day of 20,000 rows, many of which share their microsecond, and kinds from the
 * common to one in ten thousand, some of which come in one month only.
 */
function row(accountId: string, n: number): NewTransaction {
  const isBusyDay = n % 5 === 0;
  const days = isBusyDay ? 45 : (n * 7) % 700;
  const ms = isBusyDay ? Math.floor(n / 50) * 40 : Math.floor(n / 700) * 600_000;
  const rare = n % 10_007 === 0;
  return transactionRow(accountId, n, {
    network: rare ? 'btc' : n % 9 === 0 ? 'eth' : 'trx',
    currency: rare ? 'BTC' : n % 4 === 0 ? 'USDC' : 'USDT',
    direction: n % 3 === 0 ? 'out' : 'in',
    status: days > 690 && n % 2 === 0 ? 'in_progress' : n % 101 === 0 ? 'error' : 'completed',
    created_at: moment(days * day + (ms % day), n % 3),
  });
}

const questions: Question[] = [
  { filters: {}, sortBy: 'created_at', sortDirection: 'desc' },
  { filters: {}, sortBy: 'created_at', sortDirection: 'asc' },
  { filters: {}, sortBy: 'status', sortDirection: 'asc' },
  { filters: { network: 'eth' }, sortBy: 'status', sortDirection: 'desc' },
  { filters: { network: 'eth', currency: 'USDC' }, sortBy: 'created_at', sortDirection: 'desc' },
  { filters: { network: 'btc' }, sortBy: 'created_at', sortDirection: 'asc' },
  { filters: { direction: 'out' }, sortBy: 'created_at', sortDirection: 'desc' },
  { filters: { status: 'in_progress' }, sortBy: 'created_at', sortDirection: 'asc' },
  { filters: { status: 'error', direction: 'in' }, sortBy: 'created_at', sortDirection: 'desc' },
  {
    filters: { currency: 'USDT' },
    from: moment(45 * day + 1_000_000, 1),
    to: moment(400 * day + 5),
    sortBy: 'created_at',
    sortDirection: 'desc',
  },
  {
    filters: {},
    from: moment(45 * day + 200_000),
    to: moment(45 * day + 700_000),
    sortBy: 'status',
    sortDirection: 'desc',
  },
];

let rows: NewTransaction[] = [];
beforeEach(async () => {
  const other = await insertAccount(service.db, 'Other');
  rows = Array.from({ length: rowCount }, (_, n) => row(service.accountId, n));
  const theirs = Array.from({ length: 2_000 }, (_, n) => row(other, n));
  // The search index stays empty, because filling it takes longer than all pages.
  await sql`drop index transactions_search`.execute(service.db);
  await inTransaction(service.db, async (tx) => await insertTransactions(tx, [...rows, ...theirs]));
});

it(`answers \`count\` and page rightly at every offset of ${rowCount} rows, whatever is filtered and sorted`, async () => {
  const model = modelOf(rows, 'transaction_id');
  const { accountId, db } = service;
  const wrong: unknown[] = [];
  let pages = 0;
  for (const question of questions) {
    const expected = model(question);
    const check = async (offset: number, limit: number) => {
      const page = await listPage(db, transactionList, { ...question, accountId, offset, limit });
      const ids = page.rows.map((found) => found.transaction_id);
      const wanted = expected.slice(offset, offset + limit);
      if (page.count !== expected.length || ids.join() !== wanted.join()) {
        wrong.push({ question, offset, limit, count: page.count, expected: expected.length, ids, wanted });
      }
      pages += 1;
    };
    for (let offset = 0; offset <= expected.length; offset += pageSize) await check(offset, pageSize);
    // These offsets are missed by a walk in steps.
    for (let n = 1; n <= 25; n += 1) {
      await check(Math.floor(((n * 0.618_034) % 1) * expected.length), 1 + ((n * 97) % pageSize));
    }
    await check(Math.max(0, expected.length - 1), pageSize);
    await check(expected.length + 1, 1);
  }
  expect(wrong.slice(0, 1)).toEqual([]);
  expect(pages).toBeGreaterThan(rowCount / pageSize);
}, 300_000);

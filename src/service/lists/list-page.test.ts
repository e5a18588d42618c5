import { array, assert, asyncProperty, boolean, constantFrom, option, record, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { triesHere } from '#database/testing.ts';
import { lastMomentOfDay } from '#domain/time.ts';
import { insertAccount } from '../keys/accounts.store.ts';
import { inTransaction } from '#database/transaction.ts';
import type { TransactionsTable } from '#database/history-tables.ts';
import { setUpService } from '../testing.ts';
import { transactionList } from '../transactions/transaction-list.ts';
import {
  insertTransactions,
  type NewTransaction,
  setTransactionStatus,
} from '../transactions/transactions.store.ts';
import { listPage } from './list-page.ts';
import { modelOf, moment, transactionRow } from './testing-lists.ts';

const service = setUpService();

const day = 86_400_000;
const hour = 3_600_000;

/** Few days, few moments in each, so that most rows share theirs with others, and bucket edges are met. */
const createdAt = tuple(
  constantFrom(0, 1, 30, 31, 32, 58, 59, 60, 364, 365, 400),
  constantFrom(0, 0, 1, hour - 1, hour, day / 2, day - 1),
  constantFrom(0, 0, 1, 999),
).map(([days, ms, micros]) => moment(days * day + ms, micros));

const kind = record<Pick<TransactionsTable, 'network' | 'currency' | 'direction' | 'status'>>({
  network: constantFrom('trx', 'trx', 'trx', 'eth', 'btc'),
  currency: constantFrom('USDT', 'USDT', 'ETH'),
  direction: constantFrom('in', 'out'),
  status: constantFrom('completed', 'completed', 'completed', 'in_progress', 'error'),
});

const edge = option(
  tuple(createdAt, boolean()).map(([at, whole]) => (whole ? lastMomentOfDay(at) : at)),
  { nil: undefined },
);

const question = record({
  filters: record({
    network: option(constantFrom('trx', 'eth', 'btc', 'sol'), { nil: undefined }),
    currency: option(constantFrom('USDT', 'ETH'), { nil: undefined, freq: 2 }),
    direction: option(constantFrom('in', 'out'), { nil: undefined, freq: 2 }),
    status: option(constantFrom('completed', 'in_progress', 'error'), { nil: undefined, freq: 2 }),
  }),
  from: edge,
  to: edge,
  sortBy: constantFrom<'created_at' | 'status' | 'amount'>('created_at', 'status', 'amount'),
  sortDirection: constantFrom<'asc' | 'desc'>('asc', 'desc'),
});

describe('pages put together', () => {
  // Few rows are read without looking at the counts of days: with none of them "few", small lists go every way.
  it.each([0, 2, 2_000])(
    'are the whole list, without repetition or loss, where %i rows are few',
    async (fewRows) => {
      await assert(
        asyncProperty(
          array(tuple(createdAt, kind), { maxLength: 60 }),
          array(tuple(question, constantFrom(1, 3, 7, 300)), { minLength: 3, maxLength: 6 }),
          async (made, questions) => {
            const accountId = await insertAccount(service.db, 'One of many');
            const rows = made.map(([created_at, of], serial) =>
              transactionRow(accountId, serial, { ...of, created_at }),
            );
            await inTransaction(service.db, async (tx) => await insertTransactions(tx, rows));
            const model = modelOf(rows, 'transaction_id');
            for (const [asked, limit] of questions) {
              const expected = model(asked);
              const found: string[] = [];
              for (let offset = 0; offset <= expected.length; offset += limit) {
                const query = { ...asked, accountId, limit, offset };
                const page = await listPage(service.db, transactionList, query, { fewRows });
                expect(page.count).toBe(expected.length);
                expect(page.rows.length).toBe(Math.min(limit, expected.length - offset));
                found.push(...page.rows.map((row) => row.transaction_id));
              }
              expect(found).toEqual(expected);
            }
          },
        ),
        { numRuns: triesHere(25) },
      );
    },
  );
});

it.each([0, 2])(
  'are the whole list after rows arrived and changed since it was last read, where %i rows are few',
  async (fewRows) => {
    await assert(
      asyncProperty(
        array(array(tuple(createdAt, kind), { minLength: 1, maxLength: 12 }), { minLength: 2, maxLength: 5 }),
        array(tuple(question, constantFrom(1, 3, 7)), { minLength: 2, maxLength: 4 }),
        async (batches, questions) => {
          const accountId = await insertAccount(service.db, 'One of many');
          const rows: NewTransaction[] = [];
          for (const made of batches) {
            const arrived = made.map(([created_at, of], n) =>
              transactionRow(accountId, rows.length + n, { ...of, created_at }),
            );
            await inTransaction(service.db, async (tx) => {
              await insertTransactions(tx, arrived);
              const settled = rows.find(({ status }) => status === 'in_progress');
              if (settled === undefined) return;
              await setTransactionStatus(tx, settled.transaction_id, 'error');
              settled.status = 'error';
            });
            rows.push(...arrived);
            const model = modelOf(rows, 'transaction_id');
            for (const [asked, limit] of questions) {
              const expected = model(asked);
              for (let offset = 0; offset <= expected.length; offset += limit) {
                const page = await listPage(
                  service.db,
                  transactionList,
                  { ...asked, accountId, limit, offset },
                  { fewRows },
                );
                expect(page.count).toBe(expected.length);
                expect(page.rows.map((row) => row.transaction_id)).toEqual(
                  expected.slice(offset, offset + limit),
                );
              }
            }
          }
        },
      ),
      { numRuns: triesHere(15) },
    );
  },
);

it('reads on in the days behind, when rows have left the day that had the whole page', async () => {
  const { accountId, db } = service;
  const open = [10, 10, 10, 9, 9, 9].map((days, serial) =>
    transactionRow(accountId, serial, { status: 'in_progress', created_at: moment(days * day, serial) }),
  );
  await inTransaction(db, async (tx) => await insertTransactions(tx, open));
  const read = async () => {
    const filters = { status: 'in_progress' };
    const query = {
      accountId,
      filters,
      sortBy: 'created_at',
      sortDirection: 'desc',
      limit: 2,
      offset: 1,
    } as const;
    const { count, rows } = await listPage(db, transactionList, query, { fewRows: 0 });
    return [
      count,
      ...rows.map(({ transaction_id: id }) => open.findIndex((row) => row.transaction_id === id)),
    ];
  };
  expect(await read()).toEqual([6, 1, 0]);
  await inTransaction(
    db,
    async (tx) => await setTransactionStatus(tx, open[0]?.transaction_id ?? '', 'error'),
  );
  expect(await read()).toEqual([5, 1, 5]);
});

import * as fc from 'fast-check';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { type Instant, lastMomentOfDay } from '#domain/time.ts';
import type { TransactionsTable, WithdrawalRequestsTable } from '#database/history-tables.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { verifyLedger } from '../ledger/ledger-verify.ts';
import { listRules } from '../ledger/rules/lists.ts';
import { setUpService } from '../testing.ts';
import { transactionList } from '../transactions/transaction-list.ts';
import { insertTransactions, setTransactionStatus } from '../transactions/transactions.store.ts';
import { withdrawalList } from '../withdrawals/withdrawal-list.ts';
import { changeRequest, countRequest, insertRequest, lockRequest } from '../withdrawals/withdrawals.store.ts';
import type { List, ListedRow, ListNames } from './list.ts';
import { listPage } from './list-page.ts';
import { listSums } from './list-sums.ts';
import { modelOf, moment, transactionRow, withdrawalRow } from './testing-lists.ts';

const service = setUpService();
const day = 86_400_000;
const hour = 3_600_000;

/** Few days, few moments in each, so that most rows share theirs with others, and edges of hours and days are met. */
const createdAt = fc
  .tuple(
    fc.constantFrom(0, 1, 30, 31, 32, 58, 59, 364, 365),
    fc.constantFrom(0, 0, 1, hour / 2, hour, 22 * hour, 22 * hour - 1, day - 1),
    fc.constantFrom(0, 0, 1, 999),
  )
  .map(([days, ms, micros]) => moment(days * day + ms, micros));
const amount = fc.constantFrom(
  ...['0.000000000000000001', '12345678901234567890.5', '3', '0.7'].map(decimal),
);
const maybe = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });
const edge = fc.option(
  fc.tuple(createdAt, fc.boolean()).map(([at, isWholeDay]) => (isWholeDay ? lastMomentOfDay(at) : at)),
  { nil: undefined },
);

const newTransaction = fc.record<Partial<TransactionsTable>>({
  created_at: createdAt,
  network: fc.constantFrom('trx', 'trx', 'eth'),
  currency: fc.constantFrom('USDT', 'USDT', 'ETH'),
  direction: fc.constantFrom('in', 'out'),
  status: fc.constantFrom('in_progress', 'completed', 'error'),
  amount,
  fee: amount,
});
const newRequest = fc.record<Partial<WithdrawalRequestsTable>>({
  created_at: createdAt,
  network: fc.constantFrom('trx', 'eth'),
  currency: fc.constantFrom('USDT', 'ETH'),
  status: fc.constantFrom('new', 'new', 'processing'),
  amount,
  fee: amount,
  fee_included: fc.boolean(),
});

/** Writes, settles and deletes without a pause until it is told to stop. */
async function write(writer: number, accountId: string, state: { areWriting: boolean }): Promise<void> {
  const { db } = service;
  for (let step = 0; state.areWriting; step += 1) {
    const [made] = fc.sample(newTransaction, 1);
    const [ordered] = fc.sample(newRequest, 1);
    const rows = [0, 1].map((n) => transactionRow(accountId, writer * 100_000 + step * 2 + n, made));
    await inTransaction(db, async (tx) => await insertTransactions(tx, rows));
    const [first] = rows;
    if (first?.status === 'in_progress') {
      const settled = step % 2 === 0 ? 'completed' : 'error';
      await inTransaction(db, async (tx) => await setTransactionStatus(tx, first.transaction_id, settled));
    }
    const request = withdrawalRow(accountId, writer * 100_000 + step, ordered);
    await inTransaction(db, async (tx) => {
      await insertRequest(tx, request);
      await countRequest(tx, request);
    });
    if (step % 3 === 0) continue;
    const deletion = { deleted_at: moment(400 * day) };
    await inTransaction(db, async (tx) => {
      const locked = await lockRequest(tx, request.request_id);
      if (locked) await changeRequest(tx, locked, step % 3 === 1 ? deletion : { status: 'completed' });
    });
  }
}

/** The open transaction, which what begins one of its own takes part in, so that all of it reads one moment. */
function joining(tx: Transaction<Tables>): Kysely<Tables> {
  const opened = {
    setIsolationLevel: () => opened,
    execute: async <T>(work: (joined: Transaction<Tables>) => Promise<T>) => await work(tx),
  };
  return new Proxy(tx, {
    get: (target, name) => {
      if (name === 'transaction') return () => opened;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

type Question = {
  filters: Record<string, string | undefined>;
  from: Instant | undefined;
  to: Instant | undefined;
  sortBy: 'created_at' | 'status' | 'amount';
  sortDirection: 'asc' | 'desc';
  limit: number;
  page: number;
};

const questionOf = (filters: fc.Arbitrary<Record<string, string | undefined>>) =>
  fc.record<Question>({
    filters,
    from: edge,
    to: edge,
    sortBy: fc.constantFrom('created_at', 'created_at', 'status', 'amount'),
    sortDirection: fc.constantFrom('asc', 'desc'),
    limit: fc.constantFrom(1, 7, 300),
    page: fc.nat({ max: 9 }),
  });

/** Compares a page, its count and the sums with what plain SQL says at the same moment. */
async function compare<
  Row extends ListedRow & { network: string; currency: string },
  Dimension extends keyof Row & string,
>(
  tx: Transaction<Tables>,
  list: List<Row, Dimension>,
  { limit, page, ...question }: Question,
  { accountId, isListed, fewRows }: { accountId: string; isListed: RawBuilder<unknown>; fewRows: number },
): Promise<number> {
  const { rows } = await sql<Row>`
    select * from ${sql.table(list.table)} where account_id = ${accountId} and ${isListed}`.execute(tx);
  const expected = modelOf(rows as (Row & Record<string, unknown>)[], list.id)(question);
  const offset = expected.length === 0 ? 0 : (page * limit) % expected.length;
  const filters = question.filters as never;
  const found = await listPage(
    joining(tx),
    list,
    { ...question, filters, accountId, limit, offset } as never,
    { fewRows },
  );
  expect({ count: found.count, ids: found.rows.map((row) => row[list.id]) }).toEqual({
    count: expected.length,
    ids: expected.slice(offset, offset + limit),
  });

  const { from, to } = question;
  const conditions = [
    sql`account_id = ${accountId}`,
    isListed,
    ...Object.entries(question.filters).flatMap(([name, value]) =>
      value === undefined ? [] : [sql`${sql.ref(name)} = ${value}`],
    ),
    ...(from === undefined ? [] : [sql`created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`created_at <= ${to}`]),
  ];
  const names: ListNames = list;
  const { rows: plain } = await sql<Record<string, unknown>>`
    select currency, status, count(*) as rows,
      ${sql.join(names.sums.map(({ column, ofRecord }) => sql`sum(${ofRecord}) as ${sql.ref(column)}`))}
    from ${sql.table(list.table)} as record where ${sql.join(conditions, sql` and `)}
    group by currency, status order by currency, status`.execute(tx);
  const per = ['currency', 'status'] as unknown as readonly Dimension[];
  const sums = await listSums(tx, list, { accountId, filters, from, to }, per);
  expect(
    sums.map(({ group, rows: count, sums: totals }) => Object.assign({ rows: count }, group, totals)),
  ).toEqual(plain);
  return expected.length;
}

it('counts, pages and sums are those of plain SQL at every moment while eight writers insert, settle and delete', async () => {
  const { accountId, db } = service;
  const state = { areWriting: true };
  const writing = Promise.all(
    Array.from({ length: 8 }, async (_, writer) => await write(writer, accountId, state)),
  );
  const compared: number[] = [];
  const law = fc.asyncProperty(
    questionOf(
      fc.record({
        network: maybe('trx', 'eth'),
        currency: maybe('USDT', 'ETH'),
        direction: maybe('in', 'out'),
        status: maybe('completed', 'in_progress', 'error'),
      }),
    ),
    questionOf(
      fc.record({
        network: maybe('trx', 'eth'),
        currency: maybe('USDT', 'ETH'),
        status: maybe('new', 'processing', 'completed'),
      }),
    ),
    fc.constantFrom(0, 5, 2_000),
    async (ofTransactions, ofRequests, fewRows) => {
      await inTransaction(
        db,
        async (tx) => {
          const at = { accountId, fewRows };
          compared.push(
            await compare(tx, transactionList, ofTransactions, { ...at, isListed: sql`true` }),
            await compare(tx, withdrawalList, ofRequests, { ...at, isListed: sql`deleted_at is null` }),
          );
        },
        { isolationLevel: 'repeatable read' },
      );
    },
  );
  try {
    await fc.assert(law, { numRuns: 60, endOnFailure: true });
  } finally {
    state.areWriting = false;
    await writing;
  }
  // Of lists that stand still nothing would be proved.
  expect(new Set(compared).size).toBeGreaterThan(20);
  expect((await verifyLedger(db, listRules)).differences).toEqual([]);
}, 120_000);

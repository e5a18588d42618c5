import { expect, it } from 'vitest';
import { triesHere } from '#database/testing.ts';
import { inTransaction } from '#database/transaction.ts';
import { compare } from '#domain/arithmetic.ts';
import { setUpService } from '../testing.ts';
import { transactionList } from '../transactions/transaction-list.ts';
import { insertTransactions, setTransactionStatus } from '../transactions/transactions.store.ts';
import { listPage } from './list-page.ts';
import { moment, transactionRow } from './testing-lists.ts';

const service = setUpService();

type State = { areWriting: boolean };

/** Inserts rows of many days and completes them until it is told to stop. Later ones are often further back in the list. */
async function write(writer: number, state: State): Promise<void> {
  const { accountId, db } = service;
  for (let n = 0; state.areWriting; n += 1) {
    const serial = ((n * 37) % 1_000) * 3 + writer + Math.floor(n / 1_000) * 3_000;
    const created_at = moment(serial * 3_600_000);
    const row = transactionRow(accountId, serial, { status: 'in_progress', created_at });
    await inTransaction(db, async (tx) => await insertTransactions(tx, [row]));
    await inTransaction(db, async (tx) => await setTransactionStatus(tx, row.transaction_id, 'completed'));
  }
}

/** Runs while three writers insert and complete rows. */
async function whileWriting(read: () => Promise<void>): Promise<void> {
  const state: State = { areWriting: true };
  const writing = Promise.all([0, 1, 2].map(async (writer) => await write(writer, state)));
  try {
    await read();
  } finally {
    state.areWriting = false;
    await writing;
  }
}

type Row = ReturnType<typeof transactionRow>;

const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function inOrderOf(sortBy: 'created_at' | 'amount' | 'status', direction: 'asc' | 'desc') {
  const sign = direction === 'asc' ? 1 : -1;
  return (a: Row, b: Row): number => {
    const first = sortBy === 'amount' ? compare(a.amount, b.amount) : byText(a[sortBy], b[sortBy]);
    return sign * (first || byText(a.transaction_id, b.transaction_id));
  };
}

const filtersOf = [{}, { status: 'in_progress' }, { status: 'completed' }];

// Few rows are read without looking at the counts of days: with none of them "few", small lists go every way.
it.each(
  (['created_at', 'amount', 'status'] as const).flatMap((sortBy) =>
    [0, 2_000].map((fewRows) => ({ sortBy, fewRows })),
  ),
)(
  'counts exactly the rows that it shows by $sortBy, while rows arrive and change their status, where $fewRows rows are few',
  async ({ sortBy, fewRows }) => {
    const { accountId, db } = service;
    const seen = new Set<number>();
    await whileWriting(async () => {
      const counts = new Map<unknown, number>();
      for (let round = 0; round < triesHere(6); round += 1) {
        for (const sortDirection of ['asc', 'desc'] as const) {
          for (const filters of filtersOf) {
            const last = counts.get(filters) ?? 0;
            // All of it, a page in its middle, and one that reaches its end.
            for (const [limit, offset] of [
              [5_000, 0],
              [3, Math.floor(last / 2)],
              [7, Math.max(0, last - 3)],
            ] as const) {
              const query = { accountId, filters, sortBy, sortDirection, limit, offset };
              const { count, rows } = await listPage(db, transactionList, query, { fewRows });
              expect(rows).toHaveLength(Math.max(0, Math.min(limit, count - offset)));
              expect(rows).toEqual(rows.toSorted(inOrderOf(sortBy, sortDirection)));
              expect(rows.filter(({ status }) => status !== (filters.status ?? status))).toEqual([]);
              counts.set(filters, count);
              seen.add(count);
            }
          }
        }
      }
    });
    expect(seen.size).toBeGreaterThan(5);
  },
);

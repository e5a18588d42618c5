import { expect, it } from 'vitest';
import { inTransaction } from '#database/transaction.ts';
import { setUpService } from '../testing.ts';
import { transactionList } from '../transactions/transaction-list.ts';
import { insertTransactions, setTransactionStatus } from '../transactions/transactions.store.ts';
import { listPage } from './list-page.ts';
import { transactionRow } from './testing-lists.ts';

const service = setUpService();

it('counts exactly the rows that it shows, also while rows arrive and change their status', async () => {
  const { accountId, db } = service;
  const writers = { areWriting: true };
  const writing = Promise.all(
    [0, 1, 2].map(async (writer) => {
      for (let n = 0; n < 30; n += 1) {
        const row = transactionRow(accountId, writer * 100 + n, { status: 'in_progress' });
        await inTransaction(db, async (tx) => await insertTransactions(tx, [row]));
        await inTransaction(
          db,
          async (tx) => await setTransactionStatus(tx, row.transaction_id, 'completed'),
        );
      }
    }),
  ).finally(() => {
    writers.areWriting = false;
  });
  const seen = new Set<number>();
  const query = { accountId, sortBy: 'status', sortDirection: 'asc', limit: 300, offset: 0 } as const;
  while (writers.areWriting) {
    for (const filters of [{}, { status: 'in_progress' }, { status: 'completed' }]) {
      const { count, rows } = await listPage(db, transactionList, { ...query, filters });
      expect(rows).toHaveLength(count);
      seen.add(count);
    }
  }
  await writing;
  expect(seen.size).toBeGreaterThan(5);
});

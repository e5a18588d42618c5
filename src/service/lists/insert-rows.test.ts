import { expect, it } from 'vitest';
import { inTransaction } from '#database/transaction.ts';
import { setUpService } from '../testing.ts';
import { withdrawalList } from '../withdrawals/withdrawal-list.ts';
import { insertRows } from './insert-rows.ts';
import { withdrawalRow } from './testing-lists.ts';

const service = setUpService();

it('stores null where a column was left out, and returns the rows as they are stored', async () => {
  const { accountId, db } = service;
  const whole = withdrawalRow(accountId, 1, { comment: 'Invoice 7', hash: '0x7' });
  const { comment: _comment, hash: _hash, reason: _reason, ...part } = withdrawalRow(accountId, 2);
  const returned = await inTransaction(db, async (tx) => await insertRows(tx, withdrawalList, [whole, part]));
  const stored = await db.selectFrom('withdrawal_requests').selectAll().orderBy('request_id').execute();
  expect(returned.toSorted((a, b) => (a.request_id < b.request_id ? -1 : 1))).toEqual(stored);
  expect(stored).toContainEqual(whole);
  expect(stored).toContainEqual({ ...part, comment: null, hash: null, reason: null });
});

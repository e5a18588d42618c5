import { describe, expect, it } from 'vitest';
import { inTransaction } from '#database/transaction.ts';
import { insertAccount } from '../keys/accounts.store.ts';
import { verifyLedger } from '../ledger/ledger-verify.ts';
import { listRules } from '../ledger/rules/lists.ts';
import { moment, transactionRow } from '../lists/testing-lists.ts';
import { setUpService } from '../testing.ts';
import { insertTransactions, type NewTransaction, setTransactionStatus } from './transactions.store.ts';

const service = setUpService();

const insert = async (...rows: NewTransaction[]) =>
  await inTransaction(service.db, async (tx) => await insertTransactions(tx, rows));
const settle = async (id: string, status: 'completed' | 'error') =>
  await inTransaction(service.db, async (tx) => await setTransactionStatus(tx, id, status));
const countOf = async (status: string) => {
  const { body } = await service.call('GET', `/transactions?status=${status}`);
  return (body as { data: { count: number } }).data.count;
};
const transfers = async () =>
  await service.db.selectFrom('transfers').select(['hash', 'sender', 'recipient', 'amount']).execute();
const differences = async () => (await verifyLedger(service.db, listRules)).differences;

describe('a transaction that is settled', () => {
  it.each(['completed', 'error'] as const)(
    'is counted as %s, and no longer as in progress',
    async (status) => {
      const row = transactionRow(service.accountId, 1, { status: 'in_progress' });
      await insert(row, transactionRow(service.accountId, 2, { status: 'in_progress' }));
      expect(await transfers()).toEqual([]);
      await settle(row.transaction_id, status);
      expect(await countOf(status)).toBe(1);
      expect(await countOf('in_progress')).toBe(1);
      expect(await transfers()).toHaveLength(status === 'completed' ? 1 : 0);
      expect(await differences()).toEqual([]);
    },
  );

  it('is settled once: the same status again changes nothing, another one is refused', async () => {
    const row = transactionRow(service.accountId, 1, { status: 'in_progress' });
    await insert(row);
    await settle(row.transaction_id, 'completed');
    await settle(row.transaction_id, 'completed');
    await expect(settle(row.transaction_id, 'error')).rejects.toThrow(RangeError);
    await expect(settle('tx_none', 'error')).rejects.toThrow(RangeError);
    expect(await countOf('completed')).toBe(1);
    expect(await transfers()).toHaveLength(1);
    expect(await differences()).toEqual([]);
  });

  it('is counted right when many are settled and made at once', async () => {
    const pending = Array.from({ length: 20 }, (_, n) =>
      transactionRow(service.accountId, n, { status: 'in_progress', created_at: moment(n % 2, n) }),
    );
    await insert(...pending);
    await Promise.all([
      ...pending.map(async (row, n) => await settle(row.transaction_id, n % 2 === 0 ? 'completed' : 'error')),
      ...Array.from({ length: 10 }, async (_, n) => {
        await insert(
          transactionRow(service.accountId, 100 + n, { status: n % 2 === 0 ? 'error' : 'in_progress' }),
          transactionRow(service.accountId, 200 + n, { created_at: moment(n) }),
        );
      }),
    ]);
    expect(await differences()).toEqual([]);
    expect([await countOf('completed'), await countOf('error'), await countOf('in_progress')]).toEqual([
      20, 15, 5,
    ]);
  });
});

it('writes a movement between two accounts of ours once among the transfers', async () => {
  const other = await insertAccount(service.db, 'Other');
  const sent = transactionRow(service.accountId, 1, { direction: 'out' });
  const received = transactionRow(other, 1, { direction: 'in', hash: sent.hash });
  await insert(sent, received);
  await insert(transactionRow(service.accountId, 2, { hash: sent.hash }));
  expect(await transfers()).toEqual([
    { hash: sent.hash, sender: sent.sender_wallet, recipient: sent.recipient_wallet, amount: sent.amount },
  ]);
});

it('refuses an id that does not say when the transaction was made, and writes none of them', async () => {
  const row = transactionRow(service.accountId, 1);
  const wrong = { ...transactionRow(service.accountId, 2), created_at: moment(5) };
  await expect(insert(row, wrong)).rejects.toThrow(RangeError);
  await expect(insert(transactionRow(service.accountId, 3, { transaction_id: 'tx_1' }))).rejects.toThrow(
    RangeError,
  );
  expect(await countOf('completed')).toBe(0);
  expect(await differences()).toEqual([]);
});

it('writes nothing for no rows', async () => {
  await insert();
  expect(await differences()).toEqual([]);
});

import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { inTransaction } from '#database/transaction.ts';
import { insertExchanges } from '../exchanges/exchanges.store.ts';
import { makeExchange } from '../exchanges/make-exchange.ts';
import { verifyLedger } from '../ledger/ledger-verify.ts';
import { listRules } from '../ledger/rules/lists.ts';
import { setUpService } from '../testing.ts';
import { insertTransactions } from '../transactions/transactions.store.ts';
import { transactionList } from '../transactions/transaction-list.ts';
import { changeCounts } from './list-counts.ts';
import { moment, transactionRow } from './testing-lists.ts';

const service = setUpService();
const day = 86_400_000;

const differences = async () => (await verifyLedger(service.db, listRules)).differences;

beforeEach(async () => {
  const { accountId, db } = service;
  await inTransaction(db, async (tx) => {
    // The last microsecond of a month and the first of the next, which in other zones are in the same one.
    await insertTransactions(tx, [
      transactionRow(accountId, 1, { created_at: moment(31 * day - 1, 999) }),
      transactionRow(accountId, 2, { created_at: moment(31 * day) }),
    ]);
    const terms = { accountId, rate: decimal('2'), feeShare: decimal('0'), createdAt: moment(0) };
    const from = { network: 'eth', currency: 'ETH', amount: decimal('1') } as const;
    await insertExchanges(tx, [makeExchange({ ...terms, from, to: { network: 'btc', currency: 'BTC' } })]);
  });
});

it('finds nothing in counts that are true', async () => {
  expect(await differences()).toEqual([]);
});

const rule = {
  transactions: 'transactions-miscounted: The list of transactions counts the rows that it has.',
  months:
    'exchange_transactions-months-miscounted: The list of exchange_transactions counts in a month what it counts in its days.',
};

it('finds a wrong daily count and a wrong monthly count', async () => {
  await sql`update transaction_counts set rows = 2 where bucket = '2025-01-31'`.execute(service.db);
  await sql`delete from exchange_counts where grain = 'month'`.execute(service.db);
  expect(await differences()).toEqual(
    [
      `transactions day ${service.accountId} 2025-01-31 trx USDT in completed: expected 1 rows, found 2 counted (${rule.transactions})`,
      `transactions month ${service.accountId} 2025-01-01 trx USDT in completed: expected 2 rows, found 1 counted`,
      `exchange_transactions month ${service.accountId} 2025-01-01 eth btc ETH BTC completed: expected 1 rows, found 0 counted (${rule.months})`,
    ].map((text) => expect.stringContaining(text)),
  );
});

it('finds an uncounted row, and one that is counted with its former values', async () => {
  await sql`delete from transactions where created_at < '2025-02-01'`.execute(service.db);
  await sql`update transactions set status = 'error'`.execute(service.db);
  expect(await differences()).toEqual(
    [
      `transactions day ${service.accountId} 2025-01-31 trx USDT in completed: expected 0 rows, found 1 counted`,
      `transactions day ${service.accountId} 2025-02-01 trx USDT in completed: expected 0 rows, found 1 counted`,
      `transactions day ${service.accountId} 2025-02-01 trx USDT in error: expected 1 rows, found 0 counted`,
    ].map((text) => expect.stringContaining(text)),
  );
});

it('finds a row whose id does not say when it was made', async () => {
  await sql`update exchange_transactions set created_at = created_at + interval '1 microsecond'`.execute(
    service.db,
  );
  expect(await differences()).toEqual([
    expect.stringMatching(
      /^ex_\w{24}: expected ex_\w{13}…, found ex_\w{24} of 2025-01-01 00:00:00\.000001\+00 \(id-says/,
    ),
  ]);
});

it('lets no count fall below zero, whatever a caller takes away', async () => {
  const row = transactionRow(service.accountId, 1, { network: 'btc', currency: 'BTC' });
  const removal = inTransaction(service.db, async (tx) => {
    await changeCounts(tx, transactionList, { removed: [row] });
  });
  await expect(removal).rejects.toThrow('A count of transactions fell below zero');
  expect(await differences()).toEqual([]);
});

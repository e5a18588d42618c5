import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { inTransaction } from '#database/transaction.ts';
import { insertExchanges } from '../exchanges/exchanges.store.ts';
import { makeExchange } from '../exchanges/make-exchange.ts';
import { verifyLedger } from '../ledger/ledger-verify.ts';
import { setUpService } from '../testing.ts';
import { insertTransactions } from '../transactions/transactions.store.ts';
import { transactionList } from '../transactions/transaction-list.ts';
import { changeCounts } from './list-counts.ts';
import { moment, transactionRow } from './testing-lists.ts';

const service = setUpService();
const day = 86_400_000;

const differences = async () => (await verifyLedger(service.db)).differences;

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

it('finds a count that is wrong in the days, and one that is wrong in the months', async () => {
  await sql`update transaction_counts set rows = 2 where bucket = '2025-01-31'`.execute(service.db);
  await sql`delete from exchange_counts where grain = 'month'`.execute(service.db);
  expect(await differences()).toEqual([
    `transactions day ${service.accountId} 2025-01-31 trx USDT in completed: 2 rows are counted, 1 are there`,
    `exchange_transactions month ${service.accountId} 2025-01-01 eth btc ETH BTC completed: 0 rows are counted, 1 are there`,
  ]);
});

it('finds a row that nobody counted, and one that is counted as what it was', async () => {
  await sql`delete from transactions where created_at < '2025-02-01'`.execute(service.db);
  await sql`update transactions set status = 'error'`.execute(service.db);
  expect(await differences()).toEqual(
    ['day', 'month'].flatMap((grain) => [
      `transactions ${grain} ${service.accountId} 2025-01-${grain === 'day' ? '31' : '01'} trx USDT in completed: 1 rows are counted, 0 are there`,
      `transactions ${grain} ${service.accountId} 2025-02-01 trx USDT in completed: 1 rows are counted, 0 are there`,
      `transactions ${grain} ${service.accountId} 2025-02-01 trx USDT in error: 0 rows are counted, 1 are there`,
    ]),
  );
});

it('finds a row whose id does not say when it was made', async () => {
  await sql`update exchange_transactions set created_at = created_at + interval '1 microsecond'`.execute(
    service.db,
  );
  expect(await differences()).toEqual([
    expect.stringMatching(
      /^ex_\w{24}: it was made at 2025-01-01 00:00:00\.000001\+00, which is not what its id says$/,
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

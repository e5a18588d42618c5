import { type RawBuilder, sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import type { TransactionsTable } from '#database/history-tables.ts';
import * as listSums from '#database/migrations/0039-list-sums.ts';
import * as hourlyCounts from '#database/migrations/0043-hourly-counts.ts';
import { inTransaction } from '#database/transaction.ts';
import { insertExchanges } from '../exchanges/exchanges.store.ts';
import { makeExchange } from '../exchanges/make-exchange.ts';
import { verifyLedger } from '../ledger/ledger-verify.ts';
import { listRules } from '../ledger/rules/lists.ts';
import { setUpService } from '../testing.ts';
import { insertTransactions } from '../transactions/transactions.store.ts';
import { transactionList } from '../transactions/transaction-list.ts';
import { countRequest, insertRequest } from '../withdrawals/withdrawals.store.ts';
import { changeCounts } from './list-counts.ts';
import { moment, transactionRow, withdrawalRow } from './testing-lists.ts';

const service = setUpService();
const day = 86_400_000;

const wrongAmount = (bucket: string, [expected, found]: readonly [number, number]) =>
  `transactions ${bucket} trx USDT in completed: expected amount ${expected}, fee 0, found amount ${found}, fee 0`;

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
  days: 'transactions-days-miscounted: The list of transactions counts in a day what it counts in its hours.',
  months:
    'exchange_transactions-months-miscounted: The list of exchange_transactions counts in a month what it counts in its days.',
};

it('finds a wrong count of an hour, a day and a month', async () => {
  const { accountId, db } = service;
  await sql`update transaction_counts set rows = 2 where bucket = '2025-01-31T23:00:00Z'`.execute(db);
  await sql`delete from exchange_counts where grain = 'month'`.execute(db);
  expect(await differences()).toEqual(
    [
      `transactions hour ${accountId} 2025-01-31 23:00 trx USDT in completed: expected 1 rows, found 2 counted (${rule.transactions})`,
      `transactions day ${accountId} 2025-01-31 trx USDT in completed: expected 2 rows, found 1 counted (${rule.days})`,
      `exchange_transactions month ${accountId} 2025-01-01 eth btc ETH BTC completed: expected 1 rows, found 0 counted (${rule.months})`,
    ].map((text) => expect.stringContaining(text)),
  );
});

it('finds a wrong sum of an hour, a day and a month', async () => {
  const { accountId, db } = service;
  const updateAmount = async (by: number, where: RawBuilder<unknown>) =>
    await sql`update transaction_counts set amount = amount + ${by} where ${where}`.execute(db);
  await updateAmount(0.5, sql`grain = 'hour' and bucket >= '2025-02-01T00:00:00Z'`);
  await updateAmount(0.25, sql`grain = 'day' and bucket < '2025-02-01T00:00:00Z'`);
  await updateAmount(1, sql`grain = 'month' and bucket >= '2025-02-01T00:00:00Z'`);
  expect(await differences()).toEqual(
    [
      wrongAmount(`hour ${accountId} 2025-02-01 00:00`, [3, 3.5]),
      wrongAmount(`day ${accountId} 2025-01-31`, [2, 2.25]),
      wrongAmount(`day ${accountId} 2025-02-01`, [3.5, 3]),
      wrongAmount(`month ${accountId} 2025-01-01`, [2.25, 2]),
      wrongAmount(`month ${accountId} 2025-02-01`, [3, 4]),
    ].map((text) => expect.stringContaining(text)),
  );
});

it('finds a count of an hour that begins within another', async () => {
  const { accountId, db } = service;
  await sql`
    update transaction_counts set bucket = bucket + interval '1 minute'
    where grain = 'hour' and bucket = '2025-01-31T23:00:00Z'`.execute(db);
  expect(await differences()).toEqual(
    [
      `transactions hour ${accountId} 2025-01-31 23:00 trx USDT in completed: expected 1 rows, found 0 counted`,
      `transactions hour ${accountId} 2025-01-31 23:01 trx USDT in completed: expected 0 rows, found 1 counted`,
    ].map((text) => expect.stringContaining(text)),
  );
});

it('finds an uncounted row, and one that is counted with its former values', async () => {
  await sql`delete from transactions where created_at < '2025-02-01'`.execute(service.db);
  await sql`update transactions set status = 'error'`.execute(service.db);
  expect(await differences()).toEqual(
    [
      `transactions hour ${service.accountId} 2025-01-31 23:00 trx USDT in completed: expected 0 rows, found 1 counted`,
      `transactions hour ${service.accountId} 2025-02-01 00:00 trx USDT in completed: expected 0 rows, found 1 counted`,
      `transactions hour ${service.accountId} 2025-02-01 00:00 trx USDT in error: expected 1 rows, found 0 counted`,
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
  const stored = await service.db.selectFrom('transactions').selectAll().executeTakeFirstOrThrow();
  const row: TransactionsTable = { ...stored, network: 'btc', currency: 'BTC' };
  const removal = inTransaction(service.db, async (tx) => {
    await changeCounts(tx, transactionList, { removed: [row] });
  });
  await expect(removal).rejects.toThrow('A count of transactions fell below zero');
  expect(await differences()).toEqual([]);
});

it('adds up the rows of a database that had counts of days and months only', async () => {
  const { accountId, db } = service;
  await inTransaction(db, async (tx) => {
    for (const row of [
      withdrawalRow(accountId, 1, { fee_included: false }),
      withdrawalRow(accountId, 2),
      withdrawalRow(accountId, 3, { created_at: moment(40 * day) }),
    ]) {
      await insertRequest(tx, row);
      await countRequest(tx, row);
    }
    await insertRequest(tx, withdrawalRow(accountId, 4, { deleted_at: moment(day) }));
    await insertTransactions(tx, [transactionRow(accountId, 3, { status: 'in_progress' })]);
  });
  for (const table of ['transaction_counts', 'exchange_counts', 'withdrawal_counts'] as const) {
    await sql`delete from ${sql.table(table)} where grain = 'hour'`.execute(db);
    await sql`
      alter table ${sql.table(table)}
      alter column bucket type date using (bucket at time zone 'UTC')::date`.execute(db);
  }
  await sql`alter table transaction_counts drop column amount, drop column fee`.execute(db);
  await sql`
    alter table exchange_counts drop column amount_from, drop column amount_to, drop column fee`.execute(db);
  await sql`
    alter table withdrawal_counts drop column amount, drop column fee, drop column added_fee`.execute(db);
  for (const { up } of [listSums, hourlyCounts]) await up(db as unknown as Parameters<typeof up>[0]);
  expect(await differences()).toEqual([]);
  const { rows } = await sql`
    select sum(amount) as amount, sum(added_fee) as added_fee from withdrawal_counts where grain = 'month'`.execute(
    db,
  );
  expect(rows).toEqual([{ amount: '9', added_fee: '1' }]);
});

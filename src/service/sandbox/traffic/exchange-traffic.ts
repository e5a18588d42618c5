import { sql, type Kysely } from 'kysely';
import { compare } from '#domain/arithmetic.ts';
import { type Decimal, ZERO } from '#domain/decimal.ts';
import type { ExchangeTransactionsTable } from '#database/history-tables.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { now } from '#domain/clock.ts';
import { exchangeList } from '../../exchanges/exchange-list.ts';
import { makeExchange } from '../../exchanges/make-exchange.ts';
import { insertExchanges } from '../../exchanges/exchanges.store.ts';
import { InsufficientFundsError, postEntries } from '../../ledger/ledger.ts';
import { poolAccount } from '../../ledger/ledger-accounts.ts';
import { exchange } from '../../ledger/movements.ts';
import { changeCounts } from '../../lists/list-counts.ts';
import { addMs } from '#domain/time.ts';
import type { Random } from '../random.ts';
import { amountWorth } from '../sandbox-amounts.ts';
import { sandboxAccountId as accountId } from '../sandbox-keys.ts';
import { feeShare } from '../year/exchanges.ts';
import { dollarsToday, rateOf } from '../year/prices.ts';

/** Among so many of the newest exchanges one is looked for that is made again. */
const newest = 200;
const finishedAfterMs = 20_000;
/** How far a rate may stand from the one before, as a share of it. */
const swing = 0.002;

/** Part of a pool is offered for another currency, about as the last time. */
export async function exchangeSome(db: Kysely<Tables>, random: Random): Promise<void> {
  const { rows } = await sql<ExchangeTransactionsTable>`
    select * from exchange_transactions
    where account_id = ${accountId} and status = 'completed'
    order by transaction_id desc limit ${newest}`.execute(db);
  const pattern = random.weighted(rows, () => 1);
  if (pattern === undefined) return;
  const { network_from: network, currency_from: currency } = pattern;
  const available = await poolBalance(db, pattern);
  const price = dollarsToday(currency);
  const dollars = Number(available) * price * random.magnitude(0.003, 0.06);
  const amount = amountWorth(random, network, currency, { dollars, price });
  if (dollars < 20 || compare(amount, available) > 0) return;
  const row = makeExchange({
    accountId,
    from: { network, currency, amount },
    to: { network: pattern.network_to, currency: pattern.currency_to },
    rate: rateOf(Number(pattern.rate) * (1 + swing * (2 * random.fraction() - 1))),
    feeShare,
    createdAt: now(),
  });
  await inTransaction(db, async (tx) => await insertExchanges(tx, [{ ...row, status: 'in_progress' }]));
}

/** The exchange that has waited longest is carried out; where the pool no longer has the funds, it fails. */
export async function finishExchange(db: Kysely<Tables>): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await tx
      .selectFrom('exchange_transactions')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('status', '=', 'in_progress')
      .where('created_at', '<=', addMs(now(), -finishedAfterMs))
      .orderBy('transaction_id')
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (before === undefined) return;
    const { transaction_id: reference, network_from, network_to, currency_from, currency_to } = before;
    const moved = exchange(
      { network: network_from, currency: currency_from, amount: before.amount_from },
      { network: network_to, currency: currency_to, amount: before.amount_to, fee: before.fee },
      { accountId, reference },
    );
    const status = await postEntries(tx, moved).then(
      () => 'completed' as const,
      (error: unknown) => {
        if (error instanceof InsufficientFundsError) return 'error' as const;
        throw error;
      },
    );
    await tx
      .updateTable('exchange_transactions')
      .set({ status })
      .where('transaction_id', '=', reference)
      .execute();
    await changeCounts(tx, exchangeList, { removed: [before], added: [{ ...before, status }] });
  });
}

async function poolBalance(
  db: Kysely<Tables>,
  { network_from: network, currency_from: currency }: ExchangeTransactionsTable,
): Promise<Decimal> {
  const row = await db
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('ledger_account_id', '=', poolAccount(accountId, network, currency).id)
    .executeTakeFirst();
  return row?.balance ?? ZERO;
}

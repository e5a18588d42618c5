import type { Transaction } from 'kysely';
import type { ExchangeTransactionsTable } from '#database/history-tables.ts';
import type { Tables } from '#database/tables.ts';
import { postEntries } from '../ledger/ledger.ts';
import { exchange } from '../ledger/movements.ts';
import { insertExchanges } from './exchanges.store.ts';
import { type ExchangeTerms, makeExchange } from './make-exchange.ts';

/**
 * Exchanges funds of the account's pools: moves them in the ledger and writes the exchange, completed. Throws
 * what `makeExchange` throws, and InsufficientFundsError where the pool has less than is to be given; then
 * nothing was written.
 */
export async function postExchange(
  tx: Transaction<Tables>,
  terms: ExchangeTerms,
): Promise<ExchangeTransactionsTable> {
  const row = makeExchange(terms);
  const { accountId, from, to, createdAt } = terms;
  const posting = exchange(
    from,
    { ...to, amount: row.amount_to, fee: row.fee },
    { accountId, reference: row.transaction_id },
  );
  await postEntries(tx, { ...posting, createdAt });
  await insertExchanges(tx, [row]);
  return row;
}

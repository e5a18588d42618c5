import type { Transaction } from 'kysely';
import type { ExchangeTransactionsTable } from '#database/history-tables.ts';
import type { Tables } from '#database/tables.ts';
import { type ColumnTypes, insertRows } from '../lists/insert-rows.ts';
import { changeCounts } from '../lists/list-counts.ts';
import { exchangeList } from './exchange-list.ts';

const columns: ColumnTypes<ExchangeTransactionsTable> = {
  transaction_id: 'text',
  account_id: 'text',
  network_from: 'text',
  network_to: 'text',
  currency_from: 'text',
  currency_to: 'text',
  status: 'text',
  amount_from: 'numeric',
  amount_to: 'numeric',
  fee: 'numeric',
  rate: 'numeric',
  created_at: 'timestamptz',
};

/**
 * Writes exchanges and their counts; no funds move (see `postExchange`). The ids are made by `timeId` of
 * `created_at`; any other is a RangeError.
 */
export async function insertExchanges(
  tx: Transaction<Tables>,
  rows: readonly ExchangeTransactionsTable[],
): Promise<void> {
  await insertRows(tx, exchangeList, columns, rows);
  await changeCounts(tx, exchangeList, { added: rows });
}

import type { Transaction } from 'kysely';
import type { ExchangeTransactionsTable } from '#database/history-tables.ts';
import type { Tables } from '#database/tables.ts';
import { insertRows } from '../lists/insert-rows.ts';
import { changeCounts } from '../lists/list-counts.ts';
import { exchangeList } from './exchange-list.ts';

/**
 * Writes exchanges and their counts; no funds move (see `postExchange`). The ids are made by `timeId` of
 * `created_at`; any other is a RangeError.
 */
export async function insertExchanges(
  tx: Transaction<Tables>,
  rows: readonly ExchangeTransactionsTable[],
): Promise<void> {
  await insertRows(tx, exchangeList, rows);
  await changeCounts(tx, exchangeList, { added: rows });
}

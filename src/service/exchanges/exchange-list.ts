import type { ExchangeTransactionsTable } from '#database/history-tables.ts';
import { defineList, sumOfColumn } from '../lists/list.ts';

export const exchangeList = defineList<ExchangeTransactionsTable>()({
  table: 'exchange_transactions',
  id: 'transaction_id',
  idPrefix: 'ex',
  counts: 'exchange_counts',
  dimensions: ['network_from', 'network_to', 'currency_from', 'currency_to', 'status'],
  sums: [sumOfColumn('amount_from'), sumOfColumn('amount_to'), sumOfColumn('fee')],
});

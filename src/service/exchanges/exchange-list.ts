import type { ExchangeTransactionsTable } from '#database/history-tables.ts';
import { defineList, sumOfColumn } from '../lists/list.ts';

export const exchangeList = defineList<ExchangeTransactionsTable>()({
  table: 'exchange_transactions',
  columns: {
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
  },
  id: 'transaction_id',
  idPrefix: 'ex',
  counts: 'exchange_counts',
  dimensions: ['network_from', 'network_to', 'currency_from', 'currency_to', 'status'],
  sums: [sumOfColumn('amount_from'), sumOfColumn('amount_to'), sumOfColumn('fee')],
});

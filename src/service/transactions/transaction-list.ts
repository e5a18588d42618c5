import type { TransactionsTable } from '#database/history-tables.ts';
import { defineList, sumOfColumn } from '../lists/list.ts';

export const transactionList = defineList<TransactionsTable>()({
  table: 'transactions',
  id: 'transaction_id',
  idPrefix: 'tx',
  counts: 'transaction_counts',
  dimensions: ['network', 'currency', 'direction', 'status'],
  sums: [sumOfColumn('amount'), sumOfColumn('fee')],
  hours: {
    table: 'transaction_hours',
    dimensions: ['currency', 'direction'],
    sums: [sumOfColumn('amount')],
    status: 'completed',
  },
});

import type { TransactionsTable } from '#database/history-tables.ts';
import { defineList } from '../lists/list.ts';

export const transactionList = defineList<TransactionsTable>()({
  table: 'transactions',
  id: 'transaction_id',
  idPrefix: 'tx',
  counts: 'transaction_counts',
  dimensions: ['network', 'currency', 'direction', 'status'],
});

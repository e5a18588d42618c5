import type { TransactionsTable } from '#database/history-tables.ts';
import { defineList, sumOfColumn } from '../lists/list.ts';

export const transactionList = defineList<TransactionsTable>()({
  table: 'transactions',
  columns: {
    transaction_id: 'text',
    account_id: 'text',
    network: 'text',
    direction: 'text',
    status: 'text',
    currency: 'text',
    amount: 'numeric',
    fee: 'numeric',
    sender_wallet: 'text',
    recipient_wallet: 'text',
    hash: 'text',
    created_at: 'timestamptz',
  },
  id: 'transaction_id',
  idPrefix: 'tx',
  counts: 'transaction_counts',
  dimensions: ['network', 'currency', 'direction', 'status'],
  sums: [sumOfColumn('amount'), sumOfColumn('fee')],
});

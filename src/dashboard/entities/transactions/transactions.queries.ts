import { openSets } from '#contract/fields.ts';
import { listTransactions, type Transaction } from '#contract/wallet-service/transactions.ts';
import type { ListSource } from '#dashboard/api/list-source.ts';
import { call } from '#dashboard/api/client.ts';

export const transactionsPath = '/transactions';

/** The page of one transaction. */
export function transactionPath(transactionId: string): string {
  return `${transactionsPath}/${encodeURIComponent(transactionId)}`;
}

const schema = openSets(listTransactions.query);

/** Every movement on chain that the account's wallets saw. */
export const transactions: ListSource<typeof schema, Transaction> = {
  name: 'transactions',
  operation: listTransactions,
  schema,
  read: (query, signal) => call(listTransactions, { query }, signal),
  rowId: ({ value }) => value.transaction_id,
  createdAt: ({ value }) => value.created_at,
};

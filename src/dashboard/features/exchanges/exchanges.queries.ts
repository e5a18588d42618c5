import { openSets } from '#contract/fields.ts';
import { type ExchangeTransaction, listExchangeTransactions } from '#contract/wallet-service/exchanges.ts';
import type { ListSource } from '#dashboard/api/list-source.ts';
import { call } from '#dashboard/api/client.ts';

const schema = openSets(listExchangeTransactions.query);

/** Every conversion of one currency of the account's pools into another. */
export const exchanges: ListSource<typeof schema, ExchangeTransaction> = {
  name: 'exchanges',
  operation: listExchangeTransactions,
  schema,
  read: (query, signal) => call(listExchangeTransactions, { query }, signal),
  rowId: ({ value }) => value.transaction_id,
  createdAt: ({ value }) => value.created_at,
};

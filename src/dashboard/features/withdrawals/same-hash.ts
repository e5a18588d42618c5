import { queryOptions } from '@tanstack/react-query';
import { findTransactionsWithHash } from '#dashboard/entities/transactions/transaction-search.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { keyOf } from '#dashboard/api/queries.ts';

/** The account's transactions with this hash, read anew when the request has come further: `state` is where it stands. */
export const transactionsWithHash = (hash: string, state: string) =>
  queryOptions({
    queryKey: keyOf(listTransactions, { hash, state }),
    queryFn: ({ client, signal }) => findTransactionsWithHash(hash, { client, signal }),
    placeholderData: (previous) => previous,
  });

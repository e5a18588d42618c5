import { queryOptions } from '@tanstack/react-query';
import { findTransactionsWithHash } from '#dashboard/entities/transactions/transaction-search.ts';

/** The account's transactions with this hash, read anew when the request has come further: `state` is where it stands. */
export const transactionsWithHash = (hash: string, state: string) =>
  queryOptions({
    queryKey: ['transactions', 'with hash', hash, state],
    queryFn: ({ client, signal }) => findTransactionsWithHash(hash, { client, signal }),
    placeholderData: (previous) => previous,
  });

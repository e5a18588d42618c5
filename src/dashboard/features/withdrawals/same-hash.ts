import { queryOptions } from '@tanstack/react-query';
import type { ReadRow } from '#contract/read-answer.ts';
import { listTransactions, type Transaction } from '#contract/wallet-service/transactions.ts';
import { call } from '../../api/client.ts';

/** The account's transactions with exactly this hash, its other sides among them. Throws ApiError. */
export async function readTransactionsWithHash(
  hash: string,
  signal: AbortSignal,
): Promise<ReadRow<Transaction>[]> {
  const { rows } = await call(listTransactions, { query: { search: hash, limit: 100 } }, signal);
  return rows.filter(({ value }) => value.hash === hash);
}

/** The same, read anew when the request has come further: `state` is where it stands. */
export const transactionsWithHash = (hash: string, state: string) =>
  queryOptions({
    queryKey: ['transactions', 'with hash', hash, state],
    queryFn: ({ signal }) => readTransactionsWithHash(hash, signal),
    placeholderData: (previous) => previous,
  });

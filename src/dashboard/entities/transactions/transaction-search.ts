import type { QueryClient } from '@tanstack/react-query';
import { listTransactions, type Transaction } from '#contract/wallet-service/transactions.ts';
import { call } from '#dashboard/api/client.ts';
import { findMatches, type Matches, type Search } from '#dashboard/api/search.ts';
import { isOwnService } from '#dashboard/session/session.queries.ts';

type Wanted = Pick<Search<Transaction>, 'value' | 'field' | 'isWanted' | 'fixed'>;

type Context = { client: QueryClient; signal: AbortSignal };

/** The account's matching transactions, and whether they are proved to be complete. Throws ApiError. */
export async function findTransactions(
  wanted: Wanted,
  { client, signal }: Context,
): Promise<Matches<Transaction>> {
  return await findMatches<Transaction>({
    ...wanted,
    operation: listTransactions,
    parameter: 'search',
    read: async (query) => await call(listTransactions, { query }, signal),
    idOf: ({ transaction_id: id }) => id,
    isTrusted: isOwnService(client),
  });
}

/** The account's transactions with exactly this hash, its other sides among them. Throws ApiError. */
export async function findTransactionsWithHash(
  hash: string,
  context: Context,
): Promise<Matches<Transaction>> {
  return await findTransactions(
    { value: hash, field: 'hash', isWanted: (row) => row.hash === hash },
    context,
  );
}

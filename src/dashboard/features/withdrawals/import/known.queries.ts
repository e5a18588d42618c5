import type { QueryClient } from '@tanstack/react-query';
import { listBookEntries } from '#contract/gateway/address-book.ts';
import type { Network } from '#domain/networks.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { readBook } from '#dashboard/entities/address-book/read-book.ts';
import { networkNamed } from '#dashboard/entities/address-book/entry-address.ts';
import { balanceLinesQuery } from '#dashboard/entities/balances/balance-lines.queries.ts';
import type { FeeKnowledge } from '../create/quote.ts';
import { feeOf, ownWallets } from '../create/source.queries.ts';
import type { ListRow } from './list-file.ts';
import type { Known } from './read-row.ts';

/** Which of what a list is held against the key may read. */
export type MayRead = { wallets: boolean; balances: boolean; withdrawals: boolean; transactions: boolean };

/** The whole address book, for lists of which every row is held against it. */
const wholeBook = {
  queryKey: keyOf(listBookEntries, { part: 'whole' }),
  queryFn: ({ signal }: { signal: AbortSignal }) => readBook({}, signal),
  staleTime: 10_000,
};

/** Reads what the rows are held against, as it is now: wallets, the pool, the address book, fees. Throws ApiError. */
export async function readKnown(client: QueryClient, rows: readonly ListRow[], may: MayRead): Promise<Known> {
  // What is spent meanwhile must not be counted twice.
  const fresh = { staleTime: 0 };
  const pairs = new Map(
    rows.flatMap(({ written: { network, currency } }) => {
      const code = networkNamed(network);
      return code === undefined
        ? []
        : [[pairKey(code, currency.toUpperCase()), [code, currency.toUpperCase()]]];
    }),
  );
  const [wallets, lines, book, ...fees] = await Promise.all([
    may.wallets ? client.fetchQuery({ ...ownWallets, ...fresh }) : undefined,
    may.balances ? client.fetchQuery({ ...balanceLinesQuery, ...fresh }) : undefined,
    may.withdrawals ? client.fetchQuery(wholeBook) : undefined,
    ...[...pairs].map(async ([key, [network = '', currency = '']]) => {
      const fee = await client.fetchQuery(feeOf(network, currency, may.withdrawals));
      return [key, fee] as const;
    }),
  ]);
  const feeOfPair = new Map<string, FeeKnowledge>(fees);
  return {
    wallets,
    lines,
    book,
    feeOf: (network, currency) => feeOfPair.get(pairKey(network, currency)) ?? { kind: 'unknown' },
  };
}

function pairKey(network: Network, currency: string): string {
  return JSON.stringify([network, currency]);
}

import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { QueryOf } from '#contract/operation.ts';
import type { ReadList, ReadRow } from '#contract/read-answer.ts';
import { listWallets, type Wallet } from '#contract/wallet-service/wallets.ts';
import type { WalletNetwork } from '#domain/networks.ts';
import { call } from '../../api/client.ts';
import { countedRows, requireCount } from '../../lib/unproved.ts';

export type WalletRow = ReadRow<Wallet>;

export type WalletListQuery = QueryOf<typeof listWallets>;

export type WalletPage = ReadList<Wallet>;

const lists = ['wallets', 'list'] as const;

/** Where what is known of one wallet is kept. */
export const walletKey = (address: string) => ['wallets', 'detail', address];

export const walletQueries = {
  /** One page. While the next one loads, the last one stays. */
  list: (query: WalletListQuery) =>
    queryOptions({
      queryKey: [...lists, query],
      queryFn: ({ signal }): Promise<WalletPage> => call(listWallets, { query }, signal),
      placeholderData: keepPreviousData,
    }),

  /** One wallet, or null when the account has none with this address: the interface has no operation for one. */
  detail: (queryClient: QueryClient, address: string) =>
    queryOptions({
      queryKey: walletKey(address),
      queryFn: async ({ signal }): Promise<WalletRow | null> => {
        const page = await call(listWallets, { query: { address, limit: 1 } }, signal);
        return page.rows.find((row) => row.value.address === address) ?? null;
      },
      // A row that stands in a list already is shown at once.
      initialData: () => listedWallet(queryClient, address),
      initialDataUpdatedAt: 0,
    }),

  /** How many wallets the account has on a network. Fails where the provider can't tell. */
  used: (network: WalletNetwork) =>
    queryOptions({
      queryKey: ['wallets', 'used', network],
      queryFn: async ({ signal }): Promise<number> =>
        requireCount(await call(listWallets, { query: { network, limit: countedRows } }, signal)),
    }),
};

function listedWallet(queryClient: QueryClient, address: string): WalletRow | undefined {
  for (const [, page] of queryClient.getQueriesData<WalletPage>({ queryKey: lists })) {
    const row = page?.rows.find((candidate) => candidate.value.address === address);
    if (row !== undefined) return row;
  }
  return undefined;
}

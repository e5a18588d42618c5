import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { BodyOf, QueryOf } from '#contract/operation.ts';
import type { ReadRow } from '#contract/read-answer.ts';
import {
  createWallet,
  deleteWallet,
  listWallets,
  renameWallet,
  setWalletStatus,
  type Wallet,
} from '#contract/wallet-service/wallets.ts';
import type { WalletNetwork } from '#domain/networks.ts';
import { call } from '../../api/client.ts';

export type WalletRow = ReadRow<Wallet>;

export type WalletListQuery = QueryOf<typeof listWallets>;

export type WalletPage = { count: number; rows: WalletRow[] };

const lists = ['wallets', 'list'] as const;
const details = ['wallets', 'detail'] as const;

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
      queryKey: [...details, address],
      queryFn: async ({ signal }): Promise<WalletRow | null> => {
        const page = await call(listWallets, { query: { address, limit: 1 } }, signal);
        return page.rows.find((row) => row.value.address === address) ?? null;
      },
      // A row that stands in a list already is shown at once.
      placeholderData: () => listedWallet(queryClient, address),
    }),

  /** How many wallets the account has on a network. */
  used: (network: WalletNetwork) =>
    queryOptions({
      queryKey: ['wallets', 'used', network],
      queryFn: async ({ signal }): Promise<number> => {
        const page = await call(listWallets, { query: { network, limit: 1 } }, signal);
        return page.count;
      },
    }),
};

function listedWallet(queryClient: QueryClient, address: string): WalletRow | undefined {
  for (const [, page] of queryClient.getQueriesData<WalletPage>({ queryKey: lists })) {
    const row = page?.rows.find((candidate) => candidate.value.address === address);
    if (row !== undefined) return row;
  }
  return undefined;
}

export function useCreateWallet() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createWallet>) => call(createWallet, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['wallets'] }),
  });
}

export function useRenameWallet() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof renameWallet>) => call(renameWallet, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['wallets'] }),
  });
}

export function useSetWalletStatus() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof setWalletStatus>) => call(setWalletStatus, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['wallets'] }),
  });
}

export function useDeleteWallet() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof deleteWallet>) => call(deleteWallet, { body }),
    onSuccess: (_, { address }) => {
      const gone = [...details, address];
      return queryClient.invalidateQueries({
        queryKey: ['wallets'],
        // Asking for it again would only flash "not found" on the way out.
        predicate: ({ queryKey }) => !gone.every((part, index) => queryKey[index] === part),
      });
    },
  });
}

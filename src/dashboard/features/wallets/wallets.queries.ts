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
import { ApiError } from '../../api/api-error.ts';
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
      initialData: () => listedWallet(queryClient, address),
      initialDataUpdatedAt: 0,
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

/** Of every change to a wallet. */
export const walletMutationKey = ['wallets', 'change'] as const;

/** After a failure too: a change that nobody answered may have been made. */
function useRefresh() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['wallets'] });
  return {
    mutationKey: walletMutationKey,
    onSuccess: refresh,
    onError: (error: Error) => {
      if (error instanceof ApiError && error.kind !== 'validation') void refresh();
    },
  };
}

export function useCreateWallet() {
  return useMutation({
    ...useRefresh(),
    mutationFn: (body: BodyOf<typeof createWallet>) => call(createWallet, { body }),
  });
}

export function useRenameWallet() {
  return useMutation({
    ...useRefresh(),
    mutationFn: (body: BodyOf<typeof renameWallet>) => call(renameWallet, { body }),
  });
}

export function useSetWalletStatus() {
  return useMutation({
    ...useRefresh(),
    mutationFn: (body: BodyOf<typeof setWalletStatus>) => call(setWalletStatus, { body }),
  });
}

export function useDeleteWallet() {
  const queryClient = useQueryClient();
  return useMutation({
    ...useRefresh(),
    mutationFn: (body: BodyOf<typeof deleteWallet>) => call(deleteWallet, { body }),
    onSuccess: async (_, { address }) => {
      const gone = [...details, address];
      const isGone = (key: readonly unknown[]) => gone.every((part, index) => key[index] === part);
      // Asking for it again would only flash "not found" on the way out.
      await queryClient.invalidateQueries({ queryKey: gone, refetchType: 'none' });
      await queryClient.invalidateQueries({
        queryKey: ['wallets'],
        predicate: ({ queryKey }) => !isGone(queryKey),
      });
    },
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#contract/operation.ts';
import {
  createWallet,
  deleteWallet,
  renameWallet,
  setWalletStatus,
} from '#contract/wallet-service/wallets.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { call } from '#dashboard/api/client.ts';
import { walletKey } from '../wallets.queries.ts';

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
      const gone = walletKey(address);
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

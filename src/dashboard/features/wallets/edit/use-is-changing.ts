import { useQueryClient } from '@tanstack/react-query';
import { walletMutationKey } from './wallets.mutations.ts';

/**
 * Tells whether a wallet is being changed right now. A mutation's own `isPending` is as old as the last render,
 * which a second click can outrun: the same wallet would be created twice.
 */
export function useIsChanging(): () => boolean {
  const queryClient = useQueryClient();
  return () => queryClient.isMutating({ mutationKey: walletMutationKey }) > 0;
}

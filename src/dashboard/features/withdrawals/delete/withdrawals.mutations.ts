import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteRequest } from './delete-request.ts';

/** Of every deletion of a request. */
export const deletionKey = ['withdrawals', 'delete'] as const;

const rowKey = (requestId: string) => ['withdrawals', 'row', requestId] as const;

/** Requests, and the balances that they hold a part of, are other than they were. `gone` is not asked for again. */
export async function refreshAfterDeletion(queryClient: QueryClient, gone?: string): Promise<void> {
  if (gone !== undefined) {
    // It would only flash "not found" on the way out.
    await queryClient.invalidateQueries({ queryKey: rowKey(gone), refetchType: 'none' });
  }
  void queryClient.invalidateQueries({ queryKey: ['wallets'] });
  void queryClient.invalidateQueries({ queryKey: ['balances', 'lines'] });
  void queryClient.invalidateQueries({ queryKey: ['balances', 'ledger'] });
  await queryClient.invalidateQueries({
    queryKey: ['withdrawals'],
    predicate: ({ queryKey }) => queryKey[1] !== 'row' || queryKey[2] !== gone,
  });
}

export function useDeleteWithdrawal() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: deletionKey,
    mutationFn: deleteRequest,
    onSuccess: (_, requestId) => refreshAfterDeletion(queryClient, requestId),
    // It may have come further meanwhile; and one that nobody answered may have been made.
    onError: () => void refreshAfterDeletion(queryClient),
  });
}

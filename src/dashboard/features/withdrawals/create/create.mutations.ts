import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { call } from '#dashboard/api/client.ts';
import { dropDraft } from './draft.ts';
import type { WithdrawalBody } from './fields.ts';

/** Of every request that is made. */
export const creationKey = ['withdrawals', 'create'] as const;

/** Asks for a withdrawal; gives the first one under its external id. Throws ApiError. */
export async function sendWithdrawal(body: WithdrawalBody) {
  return (await call(createWithdrawalRequest, { body })).data;
}

/** Reads anew what a request changes: lists of them, and what is available. */
export function refreshAfterCreation(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['withdrawals'] });
  void queryClient.invalidateQueries({ queryKey: ['wallets'] });
  void queryClient.invalidateQueries({ queryKey: ['balances', 'lines'] });
  void queryClient.invalidateQueries({ queryKey: ['balances', 'ledger'] });
}

/** Sends a request. Sent again with the same body, it is the same request. */
export function useCreateWithdrawal() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: creationKey,
    mutationFn: sendWithdrawal,
    // Answered, though nobody may be on the page any more.
    onSuccess: dropDraft,
    // After a failure too: a request that nobody answered may have been made.
    onSettled: () => refreshAfterCreation(queryClient),
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { call } from '../../../api/client.ts';
import { dropDraft } from './draft.ts';
import type { WithdrawalBody } from './fields.ts';

/** Of every request that is made. */
export const creationKey = ['withdrawals', 'create'] as const;

/** Sends a request. Sent again with the same body, it is the same request. */
export function useCreateWithdrawal() {
  const queryClient = useQueryClient();
  // After a failure too: a request that nobody answered may have been made.
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: ['withdrawals'] });
    void queryClient.invalidateQueries({ queryKey: ['wallets'] });
    void queryClient.invalidateQueries({ queryKey: ['balances', 'lines'] });
  };
  return useMutation({
    mutationKey: creationKey,
    mutationFn: async (body: WithdrawalBody) => (await call(createWithdrawalRequest, { body })).data,
    // Answered, though nobody may be on the page any more.
    onSuccess: dropDraft,
    onSettled: refresh,
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { checkWithdrawalOutcome, handleWithdrawalOutcome } from '#contract/gateway/withdrawal-outcomes.ts';
import type { BodyOf } from '#contract/operation.ts';
import { call } from '#dashboard/api/client.ts';
import { outcomesKey } from './outcome.queries.ts';

/** After a failure too: a check that nobody answered may have been made, and a refused change was out of date. */
function useRefresh() {
  const queryClient = useQueryClient();
  return {
    onSettled: async () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: [outcomesKey] }),
        queryClient.invalidateQueries({ queryKey: ['withdrawals'] }),
      ]),
  };
}

export function useCheckOutcome() {
  return useMutation({
    ...useRefresh(),
    mutationFn: async (body: BodyOf<typeof checkWithdrawalOutcome>) => call(checkWithdrawalOutcome, { body }),
  });
}

export function useHandleOutcome() {
  return useMutation({
    ...useRefresh(),
    mutationFn: async (body: BodyOf<typeof handleWithdrawalOutcome>) =>
      call(handleWithdrawalOutcome, { body }),
  });
}

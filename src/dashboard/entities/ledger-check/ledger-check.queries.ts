import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { readLedgerCheck, resumePayments } from '#contract/gateway/ledger-check.ts';
import type { BodyOf } from '#contract/operation.ts';
import { call } from '#dashboard/api/client.ts';

/** Null where the wallet service is somebody else's. For lazy code: it brings its part of the contract. */
export const ledgerCheckQuery = queryOptions({
  queryKey: ['ledger-check'],
  queryFn: async ({ signal }) => (await call(readLedgerCheck, {}, signal)).check,
  refetchInterval: 30_000,
});

export function useResumePayments() {
  const queryClient = useQueryClient();
  const { queryKey } = ledgerCheckQuery;
  return useMutation({
    mutationFn: (body: BodyOf<typeof resumePayments>) => call(resumePayments, { body }),
    onSuccess: ({ check }) => queryClient.setQueryData(queryKey, check),
    // Resumed or not: that is not known where nobody answered.
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  });
}

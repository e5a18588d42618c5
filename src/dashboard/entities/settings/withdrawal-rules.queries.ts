import { queryOptions } from '@tanstack/react-query';
import { readWithdrawalRules } from '#contract/gateway/withdrawal-rules.ts';
import { call } from '#dashboard/api/client.ts';

/** Which addresses the account withdraws to. For lazy code: it brings its part of the contract. */
export const withdrawalRulesQuery = queryOptions({
  queryKey: ['withdrawal-rules'],
  queryFn: ({ signal }) => call(readWithdrawalRules, {}, signal),
  staleTime: 60_000,
});

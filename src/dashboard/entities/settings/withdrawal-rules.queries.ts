import { queryOptions } from '@tanstack/react-query';
import { readWithdrawalRules } from '#contract/gateway/withdrawal-rules.ts';
import { queryOf } from '#dashboard/api/queries.ts';

/** Which addresses the account withdraws to. For lazy code: it brings its part of the contract. */
export const withdrawalRulesQuery = queryOptions({
  ...queryOf(readWithdrawalRules, {}),
  staleTime: 60_000,
});

import { queryOptions } from '@tanstack/react-query';
import { readWithdrawalRules, type WithdrawalRulesSetting } from '#contract/gateway/withdrawal-rules.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Time } from '#dashboard/ui/time.tsx';

/** Which addresses the account can pay. For lazy code: it pulls in its part of the contract. */
export const withdrawalRulesQuery = queryOptions({
  ...queryOf(readWithdrawalRules, {}),
  staleTime: 60_000,
});

/** The rules that still apply while looser ones wait to take effect. */
export function RulesInForce({ setting }: { setting: WithdrawalRulesSetting }) {
  const { in_force: held, in_force_from: from } = setting;
  if (from === null) return null;
  return (
    <Alert tone="warning">
      Looser rules have been saved and apply from <Time value={from} />. Until then,{' '}
      {held.book_only ? 'only saved addresses can be paid' : 'any address can be paid'}, with a waiting period
      of {held.cooling_off_hours} h.
    </Alert>
  );
}

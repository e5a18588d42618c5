import { useMutation, useQueryClient } from '@tanstack/react-query';
import { startAmlCheck } from '#contract/gateway/aml-start.ts';
import type { BodyOf } from '#contract/operation.ts';
import { useRefresh } from '#dashboard/api/changes.ts';
import { call } from '#dashboard/api/client.ts';
import { amlRulesQuery } from './aml-rules.queries.ts';
import { isRunning } from './running.ts';
import { rememberStarted } from './started-checks.ts';

type StartInput = Omit<BodyOf<typeof startAmlCheck>, 'recent_days'> & {
  /** What the account's rules say, where it is left out. */
  recent_days?: number;
};

/** Starts a check, which costs one unless a recent report is there. */
export function useStartCheck() {
  const queryClient = useQueryClient();
  return useMutation({
    ...useRefresh(startAmlCheck),
    mutationFn: async (body: StartInput) => {
      // Looked up before it costs: without the account's rules it is unknown whether a report is recent.
      const { value: rules } = await queryClient.ensureQueryData(amlRulesQuery);
      const answer = await call(startAmlCheck, { body: { recent_days: rules.recent_days, ...body } });
      if (answer.outcome === 'started' && isRunning(answer.check)) rememberStarted([answer.check.id]);
      return answer;
    },
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { resumeAmlChecks, startAmlCheck, stopAmlChecks } from '#contract/gateway/aml-checks.ts';
import type { BodyOf } from '#contract/operation.ts';
import { decideAmlCheck } from '#contract/gateway/aml-decisions.ts';
import { useChange, useRefresh } from '#dashboard/api/changes.ts';
import { call } from '#dashboard/api/client.ts';
import { rememberStarted } from './started-checks.ts';
import { amlQueries, isRunning } from './aml.queries.ts';

type StartInput = Omit<BodyOf<typeof startAmlCheck>, 'recent_days'> & {
  /** What the account's rules say, where it is left out. */
  recent_days?: number;
};

export function useStartCheck() {
  const queryClient = useQueryClient();
  return useMutation({
    ...useRefresh(startAmlCheck),
    mutationFn: async (body: StartInput) => {
      // Before it costs: without the account's rules nobody knows whether a report is recent.
      const { value: rules } = await queryClient.ensureQueryData(amlQueries.rules());
      const answer = await call(startAmlCheck, { body: { recent_days: rules.recent_days, ...body } });
      if (answer.outcome === 'started' && isRunning(answer.check)) rememberStarted([answer.check.id]);
      return answer;
    },
  });
}

export const useStopChecks = () => useChange(stopAmlChecks);
export const useResumeChecks = () => useChange(resumeAmlChecks);
export const useDecide = () => useChange(decideAmlCheck);

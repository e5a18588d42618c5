import { useMutation, useQueryClient } from '@tanstack/react-query';
import { resumeAmlChecks, startAmlCheck, stopAmlChecks } from '#contract/gateway/aml-checks.ts';
import type { BodyOf } from '#contract/operation.ts';
import { decideAmlCheck } from '#contract/gateway/aml-decisions.ts';
import { call, type RequestOf } from '#dashboard/api/client.ts';
import { rememberStarted } from './started-checks.ts';
import { amlKey, amlListKey, amlQueries, isRunning } from './aml.queries.ts';

/** Reads again whatever shows checks: after a failure too, as one that nobody answered may have been made. */
function useRefresh() {
  const queryClient = useQueryClient();
  return {
    onSettled: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: [amlKey] }),
        queryClient.invalidateQueries({ queryKey: [amlListKey] }),
      ]);
    },
  };
}

type StartInput = Omit<BodyOf<typeof startAmlCheck>, 'recent_days'> & {
  /** What the account's rules say, where it is left out. */
  recent_days?: number;
};

export function useStartCheck() {
  const queryClient = useQueryClient();
  return useMutation({
    ...useRefresh(),
    mutationFn: async (body: StartInput) => {
      // Before it costs: without the account's rules nobody knows whether a report is recent.
      const { value: rules } = await queryClient.ensureQueryData(amlQueries.rules());
      const answer = await call(startAmlCheck, { body: { recent_days: rules.recent_days, ...body } });
      if (answer.outcome === 'started' && isRunning(answer.check)) rememberStarted([answer.check.id]);
      return answer;
    },
  });
}

export function useStopChecks() {
  return useMutation({
    ...useRefresh(),
    mutationFn: (ids: string[]) => call(stopAmlChecks, { body: { ids } }),
  });
}

export function useResumeChecks() {
  return useMutation({
    ...useRefresh(),
    mutationFn: (ids: string[]) => call(resumeAmlChecks, { body: { ids } }),
  });
}

export function useDecide() {
  return useMutation({
    ...useRefresh(),
    mutationFn: ({ body }: RequestOf<typeof decideAmlCheck>) => call(decideAmlCheck, { body }),
  });
}

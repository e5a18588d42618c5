import { useMutation, useQueryClient } from '@tanstack/react-query';
import { resumeAmlChecks, startAmlCheck, stopAmlChecks } from '#contract/gateway/aml-checks.ts';
import { decideAmlCheck } from '#contract/gateway/aml-decisions.ts';
import { call, type RequestOf } from '../../api/client.ts';
import { rememberStarted } from './activity/started-checks.ts';
import { amlKey, amlListKey, isRunning } from './aml.queries.ts';

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

export function useStartCheck() {
  return useMutation({
    ...useRefresh(),
    mutationFn: async ({ body }: RequestOf<typeof startAmlCheck>) => {
      const answer = await call(startAmlCheck, { body });
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

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { startAmlCheck } from '#contract/gateway/aml-checks.ts';
import type { BodyOf } from '#contract/operation.ts';
import { useRefresh } from '#dashboard/api/changes.ts';
import { call } from '#dashboard/api/client.ts';
import { storedSetting } from '#dashboard/lib/setting.ts';
import { amlQueries, isRunning } from './aml.queries.ts';

/** The ids of checks that were started in this browser and whose end has not been announced. */
const started = storedSetting('aml-started', (stored) => stored ?? '');
const most = 200;

const idsOf = (text: string) => text.split(',').filter((id) => id !== '');

/** Remembers checks that were started in this browser and are still running. */
export function rememberStarted(ids: readonly string[]): void {
  if (ids.length > 0) started.set([...idsOf(started.get()), ...ids].slice(-most).join(','));
}

/** The given checks that were started here; each is returned once. */
export function takeStarted(ended: readonly string[]): string[] {
  const ids = idsOf(started.get());
  const claimed = ids.filter((id) => ended.includes(id));
  if (claimed.length > 0) started.set(ids.filter((id) => !claimed.includes(id)).join(','));
  return claimed;
}

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
      const { value: rules } = await queryClient.ensureQueryData(amlQueries.rules());
      const answer = await call(startAmlCheck, { body: { recent_days: rules.recent_days, ...body } });
      if (answer.outcome === 'started' && isRunning(answer.check)) rememberStarted([answer.check.id]);
      return answer;
    },
  });
}

import { queryOptions, useQueries } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { readTimestamp, toDate } from '#domain/time.ts';
import { call } from '../../api/client.ts';
import { usePermission } from '../session/use-permission.ts';
import { usualTime, type UsualTime } from './usual-time.ts';

/** How long the account's completed withdrawals on a network took; undefined where they are too few to tell. */
const usualTimeOn = (network: string) =>
  queryOptions({
    queryKey: ['withdrawals', 'usual time', network],
    queryFn: async ({ signal }): Promise<UsualTime | null> => {
      const query = { network, status: 'completed', limit: 100 } as const;
      const { rows } = await call(listWithdrawalRequests, { query }, signal);
      const durations = rows.flatMap(({ value: { created_at: from, updated_at: to } }) => {
        const [begun, ended] = [readTimestamp(from ?? ''), readTimestamp(to ?? '')];
        return begun && ended ? [toDate(ended.instant).getTime() - toDate(begun.instant).getTime()] : [];
      });
      return usualTime(durations) ?? null;
    },
    staleTime: 10 * 60_000,
  });

type UsualTimes = ReadonlyMap<string, UsualTime>;

const TimesContext = createContext<UsualTimes>(new Map());

type Props = {
  /** On which networks something is under way. */
  networks: readonly string[];
  children: ReactNode;
};

/** Tells what is within how long the networks take as a rule, learnt from the account's own withdrawals. */
export function UsualTimesProvider({ networks, children }: Props) {
  const mayRead = usePermission('withdrawals:read').allowed;
  const known = useQueries({
    queries: networks.map((network) => ({ ...usualTimeOn(network), enabled: mayRead })),
    combine: (results): UsualTimes =>
      new Map(results.flatMap(({ data }, index) => (data ? [[networks[index] ?? '', data] as const] : []))),
  });
  return <TimesContext value={known}>{children}</TimesContext>;
}

export function useUsualTimes(): UsualTimes {
  return useContext(TimesContext);
}

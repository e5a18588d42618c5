import { queryOptions } from '@tanstack/react-query';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { readTimestamp, toDate } from '#domain/time.ts';
import { call } from '../../api/client.ts';
import { usualTime, type UsualTime } from './usual-time.ts';

/** How long the account's last completed withdrawals on a network took; null where they are too few to tell. */
export const usualTimeOn = (network: string) =>
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

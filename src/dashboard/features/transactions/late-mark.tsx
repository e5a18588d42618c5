import { queryOptions, useQuery } from '@tanstack/react-query';
import { IconClockExclamation } from '@tabler/icons-react';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { type Instant, readTimestamp, toDate } from '#domain/time.ts';
import { call } from '../../api/client.ts';
import { durationWords } from '../../lib/age-words.ts';
import { networkName } from '../../lib/network-words.ts';
import { serverNow } from '../../lib/server-time.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { usePermission } from '../session/use-permission.ts';
import classes from './transactions.module.css';
import { usualTime, type UsualTime } from './usual-time.ts';

/** How long the account's last completed withdrawals on a network took; null where they are too few to tell. */
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

/** Marks what is under way for longer than its network takes as a rule, learnt from the account's own withdrawals. */
export function LateMark({ network, since }: { network: string; since: Instant }) {
  const mayRead = usePermission('withdrawals:read').allowed;
  const { data: usual } = useQuery({ ...usualTimeOn(network), enabled: mayRead });
  const age = serverNow() - toDate(since).getTime();
  if (!usual || age <= usual.ms) return null;
  return (
    <Tooltip
      label={`Under way for ${durationWords(age)}. Of this account’s last ${usual.samples} withdrawals on ${networkName(network)}, ${Math.round(usual.share * 100)} of 100 were completed within ${durationWords(usual.ms)}.`}
    >
      <button type="button" className={classes['late']}>
        <IconClockExclamation size={14} aria-hidden />
        Late
      </button>
    </Tooltip>
  );
}

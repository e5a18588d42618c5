import { useQuery } from '@tanstack/react-query';
import { IconClockExclamation } from '@tabler/icons-react';
import { type Instant, toDate } from '#domain/time.ts';
import { durationWords } from '../../lib/age-words.ts';
import { networkName } from '../../lib/network-words.ts';
import { serverNow } from '../../lib/server-time.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { usePermission } from '../session/use-permission.ts';
import classes from './transactions.module.css';
import { usualTimeOn } from './usual-time.queries.ts';

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

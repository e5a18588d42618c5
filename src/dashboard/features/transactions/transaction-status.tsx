import { IconClockExclamation } from '@tabler/icons-react';
import { type Instant, parseTimestamp } from '#domain/time.ts';
import { formatDuration, networkName } from '#dashboard/lib/format.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import { Tooltip } from '#dashboard/ui/tooltip.tsx';
import { lateness } from './lateness.ts';
import classes from './transactions.module.css';

type Shown = Partial<Record<'status' | 'network' | 'direction' | 'created_at', string | undefined>>;

/** The status of a transaction, and whether it lasts longer than it should. */
export function TransactionStatus({ status, network, direction, created_at: at = '' }: Shown) {
  const since = parseTimestamp(at)?.instant;
  return (
    <>
      <StatusBadge status={status} />
      {status === 'in_progress' &&
        network !== undefined &&
        direction !== undefined &&
        since !== undefined && <LateMark network={network} direction={direction} since={since} />}
    </>
  );
}

type Props = { network: string; direction: string; since: Instant };

/** Marks what has been in progress for longer than its network's limit. */
function LateMark(sent: Props) {
  const late = lateness(sent, serverNow());
  if (late === undefined) return null;
  const which = sent.direction === 'in' ? 'Incoming' : 'Outgoing';
  return (
    <Tooltip
      label={`In progress for ${formatDuration(late.ageMs)}. ${which} transactions on ${networkName(sent.network)} are late after ${formatDuration(late.limitMs)}.`}
    >
      <button type="button" className={classes['late']}>
        <IconClockExclamation size={14} aria-hidden />
        Late
      </button>
    </Tooltip>
  );
}

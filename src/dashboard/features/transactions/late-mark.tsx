import { IconClockExclamation } from '@tabler/icons-react';
import type { Instant } from '#domain/time.ts';
import { durationWords } from '../../lib/age-words.ts';
import { networkName } from '../../lib/network-words.ts';
import { serverNow } from '../../lib/server-time.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { lateness } from './lateness.ts';
import classes from './transactions.module.css';

type Props = { network: string; direction: string; since: Instant };

/** Marks what has been in progress for longer than its network's limit. */
export function LateMark(sent: Props) {
  const late = lateness(sent, serverNow());
  if (late === undefined) return null;
  const which = sent.direction === 'in' ? 'Incoming' : 'Outgoing';
  return (
    <Tooltip
      label={`In progress for ${durationWords(late.ageMs)}. ${which} transactions on ${networkName(sent.network)} are late after ${durationWords(late.limitMs)}.`}
    >
      <button type="button" className={classes['late']}>
        <IconClockExclamation size={14} aria-hidden />
        Late
      </button>
    </Tooltip>
  );
}

import type { Timestamp } from '#domain/time.ts';
import { formatAge } from '#dashboard/lib/format.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { localZone } from '#dashboard/lib/time-zone.ts';
import { formatExactInstant, zoneName } from '#dashboard/lib/zoned-time.ts';
import { FloatingTooltip } from './tooltip.tsx';
import classes from './time.module.css';

type Props = {
  /** Undefined while it is being read. */
  timestamp: Timestamp | undefined;
  chosen: string;
};

/** The details of a moment, next to the element that shows it. */
export function TimeTooltip({ target, ...props }: Props & { target: HTMLElement }) {
  return (
    <FloatingTooltip target={target}>
      <TimeFacts {...props} />
    </FloatingTooltip>
  );
}

/** A moment in every zone that matters, and how long ago it was. */
export function TimeFacts({ timestamp, chosen }: Props) {
  return (
    <span className={classes['facts']}>
      {zonesToTell(chosen).map(([label, iana]) => (
        <span key={label} className={classes['fact']}>
          <span>{label}</span>
          <span>{timestamp === undefined ? '…' : formatExactInstant(timestamp.instant, iana)}</span>
        </span>
      ))}
      <span className={classes['fact']}>
        <span>Age</span>
        <span>{timestamp === undefined ? '…' : formatAge(timestamp.instant, serverNow())}</span>
      </span>
      {timestamp?.zone === 'assumed' && (
        <span className={classes['note']}>No time zone given; treated as UTC.</span>
      )}
    </span>
  );
}

/** Local time and UTC, and the chosen zone where that is neither. */
function zonesToTell(chosen: string): [label: string, iana: string][] {
  const zones: [string, string][] = [['UTC', 'UTC']];
  if (localZone !== 'UTC') zones.unshift(['Local', localZone]);
  if (chosen !== 'UTC' && chosen !== localZone) zones.unshift([zoneName(chosen), chosen]);
  return zones;
}

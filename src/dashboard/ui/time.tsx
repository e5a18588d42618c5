import { IconAlertTriangle } from '@tabler/icons-react';
import { readTimestamp, type Timestamp } from '#domain/time.ts';
import { ageWords } from '../lib/age-words.ts';
import { localZone, useTimeZone } from '../lib/time-zone.ts';
import { formatExactInstant, formatInstant } from '../lib/zoned-time.ts';
import { serverNow } from '../lib/server-time.ts';
import { Bubble, useBubble } from './bubble.tsx';
import classes from './time.module.css';
import { useCopy } from './use-copy.ts';

type Props = {
  /** A published timestamp, in any of its shapes. Undefined where it could not be read. */
  value: string | undefined;
};

/**
 * A published moment in the person's zone, to the second. While it, or the link or button that it stands in, is
 * hovered or focused: local time, UTC and the chosen zone to the microsecond, and its age.
 */
export function Time({ value }: Props) {
  const { iana } = useTimeZone();
  const { target, handlers, followControl } = useBubble();
  const read = value === undefined ? undefined : readTimestamp(value);
  if (read === undefined) return <UnreadableTime text={value} />;

  return (
    <time dateTime={read.instant} className={classes['time']} ref={followControl} {...handlers}>
      {formatInstant(read.instant, iana)}
      {target && (
        <Bubble target={target}>
          <TimeFacts timestamp={read} chosen={iana} />
        </Bubble>
      )}
    </time>
  );
}

/** The same as a button, for the keyboard where it stands in no link: copies the moment as ISO 8601, in UTC. */
export function CopyableTime({ value }: Props) {
  const instant = value === undefined ? undefined : readTimestamp(value)?.instant;
  const { isCopied, copy } = useCopy(instant ?? '');
  if (instant === undefined) return <UnreadableTime text={value} />;
  return (
    <button type="button" className={classes['copyable']} data-copied={isCopied || undefined} onClick={copy}>
      <span className={classes['unseen']}>{isCopied ? 'Copied ' : 'Copy '}</span>
      <Time value={value} />
    </button>
  );
}

/** A moment in every zone that matters, and how long ago it was. */
export function TimeFacts({ timestamp, chosen }: { timestamp: Timestamp; chosen: string }) {
  const { instant, zone } = timestamp;
  return (
    <span className={classes['facts']}>
      {zonesToTell(chosen).map(([label, iana]) => (
        <span key={label} className={classes['fact']}>
          <span>{label}</span>
          <span className={classes['exact']}>{formatExactInstant(instant, iana)}</span>
        </span>
      ))}
      <span className={classes['fact']}>
        <span>Age</span>
        <span>{ageWords(instant, serverNow())}</span>
      </span>
      {zone === 'assumed' && (
        <span className={classes['note']}>Published without a zone: taken for UTC.</span>
      )}
    </span>
  );
}

/** Local time and UTC, and the chosen zone where that is neither. */
function zonesToTell(chosen: string): [label: string, iana: string][] {
  const zones: [string, string][] = [['UTC', 'UTC']];
  if (localZone !== 'UTC') zones.unshift(['Local', localZone]);
  if (chosen !== 'UTC' && chosen !== localZone) zones.unshift([chosen.replaceAll('_', ' '), chosen]);
  return zones;
}

function UnreadableTime({ text }: { text: string | undefined }) {
  if (text === undefined || text === '') return <span className={classes['none']}>unreadable</span>;
  return (
    <span className={classes['unreadable']} title="Not a time as documented: shown as it came">
      <IconAlertTriangle size={14} aria-label="Not a time as documented:" />
      {text}
    </span>
  );
}

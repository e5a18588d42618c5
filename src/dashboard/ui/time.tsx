import { IconAlertTriangle } from '@tabler/icons-react';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { parseTimestamp } from '#domain/time.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { formatInstant, offsetsDiffer } from '#dashboard/lib/zoned-time.ts';
import { useTooltip } from './tooltip.tsx';
import classes from './time.module.css';
import { useCopy } from './use-copy.ts';
import { TimeTooltip } from './time-facts.tsx';

type Props = {
  /** A published timestamp, in any of its shapes. Undefined where it could not be read. */
  value: string | undefined;
};

const HasOffsets = createContext(false);

type RowTimesProps = {
  /** All published timestamps of the rows. The same array until they change. */
  values: readonly (string | null | undefined)[];
  children: ReactNode;
};

/** The times of the rows within use one zone: each shows its offset from UTC if they have more than one. */
export function RowTimes({ values, children }: RowTimesProps) {
  const { iana } = useTimeZone();
  const hasOffsets = useMemo(() => offsetsDiffer(values, iana), [values, iana]);
  return <HasOffsets value={hasOffsets}>{children}</HasOffsets>;
}

/**
 * A published moment in the user's zone, to the second. While it, or the link or button around it, is hovered or
 * focused, the tooltip shows local time, UTC and the chosen zone to the microsecond, and its age.
 */
export function Time({ value }: Props) {
  const { iana } = useTimeZone();
  const hasOffset = use(HasOffsets);
  const { target, handlers, followControl } = useTooltip();
  const read = value === undefined ? undefined : parseTimestamp(value);
  if (read === undefined) return <UnreadableTime text={value} />;

  return (
    <time dateTime={read.instant} className={classes['time']} ref={followControl} {...handlers}>
      {formatInstant(read.instant, iana, hasOffset)}
      {target && <TimeTooltip target={target} timestamp={read} chosen={iana} />}
    </time>
  );
}

/** The same as a button, for the keyboard if no link is around it: copies the moment as ISO 8601, in UTC. */
export function CopyableTime({ value }: Props) {
  const instant = value === undefined ? undefined : parseTimestamp(value)?.instant;
  const { isCopied, copy } = useCopy(instant ?? '');
  if (instant === undefined) return <UnreadableTime text={value} />;
  return (
    <button type="button" className={classes['copyable']} data-copied={isCopied || undefined} onClick={copy}>
      <span className="unseen">{isCopied ? 'Copied ' : 'Copy '}</span>
      <Time value={value} />
    </button>
  );
}

function UnreadableTime({ text }: { text: string | undefined }) {
  if (text === undefined || text === '') return <span className={classes['none']}>unreadable</span>;
  return (
    <span className={classes['unreadable']} title="Not a valid time; shown as received">
      <IconAlertTriangle size={14} aria-label="Invalid time:" />
      {text}
    </span>
  );
}

import { Text } from '@mantine/core';
import type { Instant } from '#domain/time.ts';
import { dateOf } from '#dashboard/lib/period-text.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { zoneName } from '#dashboard/lib/zoned-time.ts';
import { closePanel } from '../panel-focus.ts';
import { CustomRange } from './custom-range.tsx';
import type { RangeErrors } from './range-fields.ts';
import classes from './range-filter.module.css';

/** Two dates such as `2026-11-21`, both included: days of the zone in which they are looked at. */
type Days = { from: string; to: string };

type Props = {
  /** The last moment of the last day is `to`. */
  from: Instant | undefined;
  to: Instant | undefined;
  /** What is wrong with two dates, where the place of the panel demands more. */
  check?: (days: Days) => RangeErrors;
  onApply: (days: Days) => void;
};

/** Fields for the first and the last day of a period, in the user's zone. Closes its popover. */
export function DaysPanel({ from, to, check, onApply }: Props) {
  const { iana } = useTimeZone();
  return (
    <div className={classes['panel']}>
      <CustomRange
        key={`${from} ${to} ${iana}`}
        from={from}
        to={to}
        iana={iana}
        isDatesOnly
        check={({ fromDate, toDate }) => {
          if (fromDate === '') return { fromDate: 'Enter a start date.' };
          if (toDate === '') return { toDate: 'Enter an end date.' };
          return check?.({ from: fromDate, to: toDate }) ?? {};
        }}
        onApply={({ created_from: start, created_to: end }, element) => {
          if (start === undefined || end === undefined) return;
          closePanel(element);
          onApply({ from: dateOf(start, iana), to: dateOf(end, iana) });
        }}
      />
      <Text c="dimmed" size="xs" lh={1.4}>
        Days in {zoneName(iana)}
      </Text>
    </div>
  );
}

import { Text } from '@mantine/core';
import { formatInteger } from '#domain/format.ts';
import { instantFromDate } from '#domain/time.ts';
import { dateOf } from '#dashboard/lib/period-text.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { zoneName } from '#dashboard/lib/zoned-time.ts';
import { closePanel } from '#dashboard/ui/panel-focus.ts';
import { CustomRange } from '#dashboard/ui/range-filter/custom-range.tsx';
import type { RangeErrors, RangeFields } from '#dashboard/ui/range-filter/range-fields.ts';
import classes from '#dashboard/ui/range-filter/range-filter.module.css';
import {
  type CustomPeriod,
  dayCountOf,
  daysOf,
  longestPeriodDays,
  type MovementPeriod,
} from './movement-address.ts';

type Props = { period: MovementPeriod; onChange: (period: CustomPeriod) => void };

/** Fields for the first and the last day of a period, which begin with those of the current one. */
export function CustomPeriodPanel({ period, onChange }: Props) {
  const { iana } = useTimeZone();
  const days = daysOf(period, instantFromDate(new Date(serverNow())), iana);
  const [from, to] = [days.at(0)?.from, days.at(-1)?.to];
  return (
    <div className={classes['panel']}>
      <CustomRange
        key={`${from} ${to} ${iana}`}
        from={from}
        to={to}
        iana={iana}
        isDatesOnly
        check={checkDates}
        onApply={({ created_from: start, created_to: end }, element) => {
          if (start === undefined || end === undefined) return;
          closePanel(element);
          onChange({ from: dateOf(start, iana), to: dateOf(end, iana) });
        }}
      />
      <Text c="dimmed" size="xs" lh={1.4}>
        Days in {zoneName(iana)}
      </Text>
    </div>
  );
}

/** Both ends are needed, and not more days than can be read. */
function checkDates({ fromDate: from, toDate: to }: RangeFields): RangeErrors {
  if (from === '') return { fromDate: 'Enter a start date.' };
  if (to === '') return { toDate: 'Enter an end date.' };
  if (dayCountOf({ from, to }) <= longestPeriodDays) return {};
  return { toDate: `Choose up to ${formatInteger(longestPeriodDays)} days.` };
}

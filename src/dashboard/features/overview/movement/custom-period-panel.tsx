import { formatInteger } from '#domain/format.ts';
import { instantFromDate } from '#domain/time.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { DaysPanel } from '#dashboard/ui/range-filter/days-panel.tsx';
import type { RangeErrors } from '#dashboard/ui/range-filter/range-fields.ts';
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
  return <DaysPanel from={days.at(0)?.from} to={days.at(-1)?.to} check={checkLength} onApply={onChange} />;
}

/** Not more days than can be read. */
function checkLength(days: CustomPeriod): RangeErrors {
  if (dayCountOf(days) <= longestPeriodDays) return {};
  return { toDate: `Choose up to ${formatInteger(longestPeriodDays)} days.` };
}

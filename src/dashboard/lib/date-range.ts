import { addMs, type Instant } from '#domain/time.ts';
import { clockInZone, firstMomentAt, momentBefore } from './zoned-time.ts';

/** Ranges that move with the clock, so that a link or a saved view never grows old. All but `24h` are whole days. */
export const rangeNames = [
  'today',
  'yesterday',
  '24h',
  '7d',
  '30d',
  '90d',
  'month',
  'last-month',
  'quarter',
  'last-quarter',
  'year',
  'last-year',
] as const;

export type RangeName = (typeof rangeNames)[number];

/** Both ends are included, as `created_from` and `created_to` are; `to` is undefined for "up to now, and on". */
type ResolvedRange = { from: Instant; to: Instant | undefined };

/**
 * Month and day of the first day, and of the day after the last, in the year of today. They may run over the year's
 * ends, as in `Date.UTC`.
 */
const daysOf = {
  today: (month, day) => [month, day, month, day + 1],
  yesterday: (month, day) => [month, day - 1, month, day],
  '7d': (month, day) => [month, day - 6, month, day + 1],
  '30d': (month, day) => [month, day - 29, month, day + 1],
  '90d': (month, day) => [month, day - 89, month, day + 1],
  month: (month) => [month, 1, month + 1, 1],
  'last-month': (month) => [month - 1, 1, month, 1],
  quarter: (month) => [month - (month % 3), 1, month - (month % 3) + 3, 1],
  'last-quarter': (month) => [month - (month % 3) - 3, 1, month - (month % 3), 1],
  year: () => [0, 1, 12, 1],
  'last-year': () => [-12, 1, 0, 1],
} satisfies Record<
  Exclude<RangeName, '24h'>,
  (month: number, day: number) => [firstMonth: number, firstDay: number, endMonth: number, endDay: number]
>;

/**
 * What a range means at a moment in the user's zone. Ranges of days end with the last microsecond of their last day,
 * even when that is to come. Neighbors, such as yesterday and today, neither overlap nor leave a gap.
 */
export function resolveRange(range: RangeName, now: Instant, iana: string): ResolvedRange {
  if (range === '24h') return { from: dayBefore(now), to: undefined };
  const clock = clockInZone(iana, now);
  const days = daysOf[range](clock.getUTCMonth(), clock.getUTCDate());
  const [firstMonth, firstDay, endMonth, endDay] = days;
  const startOfDay = (month: number, day: number) =>
    // Midnight doesn't exist on some days, because some zones change their clocks then.
    firstMomentAt(iana, new Date(Date.UTC(clock.getUTCFullYear(), month, day)));
  return { from: startOfDay(firstMonth, firstDay), to: momentBefore(startOfDay(endMonth, endDay)) };
}

/** Exactly 24 hours earlier, to the microsecond. */
function dayBefore(instant: Instant): Instant {
  const earlier = addMs(instant, -86_400_000);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: an instant with the microseconds of another.
  return `${earlier.slice(0, 23)}${instant.slice(23)}` as Instant;
}

import { add } from '#domain/arithmetic.ts';
import { type Decimal, ZERO } from '#domain/decimal.ts';
import { type Day, type DayMovement, type Totals, totalsOf } from './movement-days.ts';

/** What movements are grouped by. Weeks begin on Monday. */
export const bucketNames = ['day', 'week', 'month'] as const;

export type Bucket = (typeof bucketNames)[number];

/** The days of a range that fall in the same day, week or month of the zone; both ends are included. */
export type BucketMovement = Day &
  Totals & {
    /** The last of its days; `date` is the first. */
    lastDate: string;
    /** How many of its days are in the range. */
    dayCount: number;
    /** The net of the range up to the end of this bucket. */
    runningNet: Decimal;
  };

/** More bars than this are thinner than a pixel on most screens. */
const mostBars = 400;
const longestByDay = 92;
const daysPerBucket = { day: 1, week: 7, month: 28 } satisfies Record<Bucket, number>;

/** Whether a range of so many days can be grouped like this without more bars than the eye can separate. */
export function isBucketAllowed(bucket: Bucket, dayCount: number): boolean {
  return bucket === 'month' || dayCount / daysPerBucket[bucket] <= mostBars;
}

/** How a range of so many days is grouped by default: by day up to a quarter of a year. */
export function defaultBucket(dayCount: number): Bucket {
  if (dayCount <= longestByDay) return 'day';
  return dayCount <= mostBars ? 'week' : 'month';
}

/** Adds up days, oldest first, by bucket. The first and the last bucket may hold only some of their days. */
export function sumByBucket(days: readonly DayMovement[], bucket: Bucket): BucketMovement[] {
  const groups = Map.groupBy(days, ({ date }) => firstDateOf(date, bucket));
  let runningNet = ZERO;
  return [...groups.values()].flatMap((group) => {
    const [first, last] = [group.at(0), group.at(-1)];
    if (first === undefined || last === undefined) return [];
    const totals = totalsOf(group);
    runningNet = add(runningNet, totals.net);
    const { date, from } = first;
    return [{ date, lastDate: last.date, from, to: last.to, dayCount: group.length, ...totals, runningNet }];
  });
}

/** How many days the bucket of a date has in the calendar. */
export function calendarDays(date: string, bucket: Bucket): number {
  if (bucket !== 'month') return daysPerBucket[bucket];
  const day = new Date(date);
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
}

/** The date on which the bucket of a date begins. */
function firstDateOf(date: string, bucket: Bucket): string {
  if (bucket === 'day') return date;
  const first = new Date(date);
  const daysSinceMonday = (first.getUTCDay() + 6) % 7;
  first.setUTCDate(bucket === 'month' ? 1 : first.getUTCDate() - daysSinceMonday);
  return first.toISOString().slice(0, 10);
}

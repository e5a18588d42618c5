import { formatAmount, formatCount, pluralize } from '#domain/format.ts';
import { formatMonth, formatShortDay, formatShortMonth, formatWeekday } from '#dashboard/lib/date-names.ts';
import { type Bucket, type BucketMovement, calendarDays } from './movement-buckets.ts';

/** Under the bar of a bucket: `Nov 21`, `Nov` for a month, `Nov 2026` in a chart of more than a year. */
export function axisLabel(date: string, bucket: Bucket, isLong: boolean): string {
  if (isLong || bucket === 'month') return formatShortMonth(date, isLong);
  return formatShortDay(date);
}

/** `1 transaction`, `2 transactions`. */
export function transactionsText(count: number): string {
  return formatCount(count, 'transaction');
}

/** What a bucket is called: `2026-11-21`, `2026-11-16 – 2026-11-22` or `November 2026`. */
export function bucketName({ date, lastDate }: BucketMovement, bucket: Bucket): string {
  if (bucket === 'month') return formatMonth(date);
  return date === lastDate ? date : `${date} – ${lastDate}`;
}

/** Beside its name: `Sat` for a day, `5 of 7 days` for what is partly outside the range or to come, else nothing. */
export function bucketNote({ date, dayCount }: BucketMovement, bucket: Bucket): string | undefined {
  if (bucket === 'day') return formatWeekday(date);
  const days = calendarDays(date, bucket);
  return dayCount < days ? `${dayCount} of ${days} ${pluralize(days, 'day')}` : undefined;
}

/** `Sat 2026-11-21: in 5 BTC, out 7 BTC, net −2 BTC, 2 transactions`. */
export function formatBucket(movement: BucketMovement, bucket: Bucket, currency: string): string {
  const parts = (['in', 'out', 'net'] as const).map(
    (name) => `${name} ${formatAmount(movement[name])} ${currency}`,
  );
  const [name, note] = [bucketName(movement, bucket), bucketNote(movement, bucket)];
  const title = bucket === 'day' ? `${note} ${name}` : [name, note].filter(Boolean).join(', ');
  return `${title}: ${parts.join(', ')}, ${transactionsText(movement.transactions)}`;
}

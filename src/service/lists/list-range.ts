import { type Instant, instantFromDate, lastMomentOfDay } from '#domain/time.ts';
import { timeId } from '../ids.ts';
import type { ListNames } from './list.ts';

/** Ids from `low` up to but excluding `high`. Ids begin with their time, so this is also a range of time. */
export type IdRange = { low: string; high: string };

/** Buckets of one grain from `first` up to but excluding `end`, both as `2026-01-31`. */
export type BucketRange = { grain: 'day' | 'month'; first: string; end: string };

/** The part of a day at one end of a range. */
export type PartialDay = { day: string; ids: IdRange };

export type TimeSlices = { buckets: BucketRange[]; parts: PartialDay[] };

type Prefix = ListNames['idPrefix'];

// The 13 digits of an id can represent the times between these.
const EARLIEST = instantFromDate(new Date('1970-01-01T00:00:00Z'));
const LATEST = lastMomentOfDay(instantFromDate(new Date('2099-12-31T00:00:00Z')));

/** Whether a record can have this time. */
export function isListable(moment: Instant): boolean {
  return moment >= EARLIEST && moment <= LATEST;
}

/** The ids of a range of time, both ends inclusive. Empty (`low` equals `high`) if the range is. */
export function rangeIds(prefix: Prefix, from: Instant | undefined, to: Instant | undefined): IdRange {
  const [start, last] = bounded(from, to);
  // No id can be made for a time out of bounds that would sort correctly.
  return start > last ? { low: '', high: '' } : momentRange(prefix, start, last);
}

/** The ids of a range of time without its end. */
export function spanIds(prefix: Prefix, start: Instant, end: Instant): IdRange {
  const [from, before] = [start < EARLIEST ? EARLIEST : start, end > LATEST ? LATEST : end];
  if (from >= before) return { low: '', high: '' };
  return { low: timeId(prefix, from, ''), high: timeId(prefix, before, '') };
}

/** Divides a range of time, both ends inclusive, into whole months, whole days around them, and partial days. */
export function timeSlicesOf(prefix: Prefix, from: Instant | undefined, to: Instant | undefined): TimeSlices {
  const [start, last] = bounded(from, to);
  if (start > last) return { buckets: [], parts: [] };
  const firstDay = start.slice(0, 10);
  const lastDay = last.slice(0, 10);
  const isWholeStart = start === startOfDay(firstDay);
  const isWholeEnd = last === lastMomentOfDay(last);
  if (firstDay === lastDay && !(isWholeStart && isWholeEnd)) {
    return { buckets: [], parts: [{ day: firstDay, ids: momentRange(prefix, start, last) }] };
  }
  const parts: PartialDay[] = [];
  if (!isWholeStart) {
    parts.push({ day: firstDay, ids: momentRange(prefix, start, lastMomentOfDay(start)) });
  }
  if (!isWholeEnd) {
    parts.push({ day: lastDay, ids: momentRange(prefix, startOfDay(lastDay), last) });
  }
  const first = isWholeStart ? firstDay : nextDay(firstDay);
  const end = isWholeEnd ? nextDay(lastDay) : lastDay;
  return { buckets: wholeBuckets(first, end), parts };
}

function wholeBuckets(first: string, end: string): BucketRange[] {
  const firstMonth = first.endsWith('-01') ? first : nextMonth(first);
  const endMonth = monthOf(end);
  const ranges: BucketRange[] =
    firstMonth < endMonth
      ? [
          { grain: 'day', first, end: firstMonth },
          { grain: 'month', first: firstMonth, end: endMonth },
          { grain: 'day', first: endMonth, end },
        ]
      : [{ grain: 'day', first, end }];
  return ranges.filter((range) => range.first < range.end);
}

/** The ids of a day or of a month, which is named by its first day. */
export function bucketIds(prefix: Prefix, grain: 'day' | 'month', bucket: string): IdRange {
  const end = endOfBucket(grain, bucket);
  return { low: timeId(prefix, startOfDay(bucket), ''), high: timeId(prefix, startOfDay(end), '') };
}

/** The first day after a day or a month. */
export function endOfBucket(grain: 'day' | 'month', bucket: string): string {
  return grain === 'day' ? nextDay(bucket) : nextMonth(bucket);
}

/** The parts of these ranges from a day on, or before it. A month on both sides of the day is divided into days. */
export function rangesBeside(
  ranges: readonly BucketRange[],
  edge: string,
  side: 'from' | 'before',
): BucketRange[] {
  const month = monthOf(edge);
  return ranges
    .flatMap((range): BucketRange[] => {
      const { grain, first, end } = range;
      const isDivided = grain === 'month' && edge > month && month >= first && month < end;
      if (side === 'before') {
        return [
          { grain, first, end: earlier(end, grain === 'month' ? month : edge) },
          ...(isDivided ? [{ grain: 'day' as const, first: month, end: edge }] : []),
        ];
      }
      const from = grain === 'month' && edge > month ? nextMonth(edge) : edge;
      return [
        { grain, first: later(first, from), end },
        ...(isDivided ? [{ grain: 'day' as const, first: edge, end: nextMonth(edge) }] : []),
      ];
    })
    .filter((range) => range.first < range.end);
}

/** The first day of its month. */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** The first day of the following month. */
export function nextMonth(day: string): string {
  const [year, month] = day.split('-').map(Number);
  return dayOf(Date.UTC(year ?? 0, month ?? 0, 1));
}

function bounded(from: Instant = EARLIEST, to: Instant = LATEST): [Instant, Instant] {
  return [from < EARLIEST ? EARLIEST : from, to > LATEST ? LATEST : to];
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}

function nextDay(day: string): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function startOfDay(day: string): Instant {
  return instantFromDate(new Date(`${day}T00:00:00Z`));
}

/** Every digit of an id sorts before `g`, so the ids of the last microsecond are included. */
function momentRange(prefix: Prefix, start: Instant, last: Instant): IdRange {
  return { low: timeId(prefix, start, ''), high: `${timeId(prefix, last, '')}g` };
}

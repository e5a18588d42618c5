import { type Instant, instantFromDate, lastMomentOfDay } from '#domain/time.ts';
import { timeId } from '../ids.ts';
import type { ListNames } from './list.ts';

/** Ids from `low` up to and without `high`. As ids begin with the moment, also a range of time. */
export type IdRange = { low: string; high: string };

/** Buckets of one grain from the first day `first` up to and without `end`, both `2026-01-31`. */
export type BucketRange = { grain: 'day' | 'month'; first: string; end: string };

/** A part of a day, at an end of a range. */
export type PartOfDay = { day: string; ids: IdRange };

export type Pieces = { buckets: BucketRange[]; parts: PartOfDay[] };

type Prefix = ListNames['idPrefix'];

// Within these the 13 digits of an id can say the moment.
const EARLIEST = instantFromDate(new Date('1970-01-01T00:00:00Z'));
const LATEST = lastMomentOfDay(instantFromDate(new Date('2099-12-31T00:00:00Z')));

/** Whether a record can have been made then. */
export function isListable(moment: Instant): boolean {
  return moment >= EARLIEST && moment <= LATEST;
}

/** The ids of a range of time, both ends included. Empty (`low` is `high`) where the range is. */
export function rangeIds(prefix: Prefix, from: Instant | undefined, to: Instant | undefined): IdRange {
  const [start, last] = bounded(from, to);
  // Of a moment that is out of bounds no id can be made that sorts where the moment does.
  return start > last ? { low: '', high: '' } : momentRange(prefix, start, last);
}

/** Cuts a range of time, its ends included, into whole months, whole days beside them, and parts of days. */
export function piecesOf(prefix: Prefix, from: Instant | undefined, to: Instant | undefined): Pieces {
  const [start, last] = bounded(from, to);
  if (start > last) return { buckets: [], parts: [] };
  const firstDay = start.slice(0, 10);
  const lastDay = last.slice(0, 10);
  const isWholeStart = start === startOfDay(firstDay);
  const isWholeEnd = last === lastMomentOfDay(last);
  if (firstDay === lastDay && !(isWholeStart && isWholeEnd)) {
    return { buckets: [], parts: [{ day: firstDay, ids: momentRange(prefix, start, last) }] };
  }
  const parts: PartOfDay[] = [];
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
  const end = grain === 'day' ? nextDay(bucket) : nextMonth(bucket);
  return { low: timeId(prefix, startOfDay(bucket), ''), high: timeId(prefix, startOfDay(end), '') };
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

function nextDay(day: string): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function startOfDay(day: string): Instant {
  return instantFromDate(new Date(`${day}T00:00:00Z`));
}

/** No digit of an id sorts after `g`: the ids of the last microsecond are within. */
function momentRange(prefix: Prefix, start: Instant, last: Instant): IdRange {
  return { low: timeId(prefix, start, ''), high: `${timeId(prefix, last, '')}g` };
}

import { addMs, type Instant, instantFromDate, msBetween, nextMicrosecond } from '#domain/time.ts';
import { timeId } from '../ids.ts';
import type { ListNames } from './list.ts';

/** Ids from `low` up to but excluding `high`. Ids begin with their time, so this is also a range of time. */
export type IdRange = { low: string; high: string };

/** What the counts are kept for, in UTC, from long to short. Each consists of whole ones of the next. */
export const grains = ['month', 'day', 'hour'] as const;

export type Grain = (typeof grains)[number];

/** The buckets of one grain that begin at `first` or later and before `end`. */
export type BucketRange = { grain: Grain; first: Instant; end: Instant };

/** The part of an hour at one end of a range. */
export type PartialHour = { hour: Instant; ids: IdRange };

/** From `start` up to but excluding `end`. */
export type Span = { start: Instant; end: Instant };

export type TimeSlices = { wholeHours: Span; parts: PartialHour[] };

/** Buckets that are added, or subtracted if the sign is -1. */
export type SignedRange = BucketRange & { sign: 1 | -1 };

type Prefix = ListNames['idPrefix'];

// The 13 digits of an id can represent the times between these.
const EARLIEST = instantFromDate(new Date('1970-01-01T00:00:00Z'));
const END = instantFromDate(new Date('2100-01-01T00:00:00Z'));

/** Whether a record can have this time. */
export function isListable(moment: Instant): boolean {
  return moment >= EARLIEST && moment < END;
}

/** The ids of a range of time, both ends inclusive. Empty (`low` equals `high`) if the range is. */
export function rangeIds(prefix: Prefix, from: Instant | undefined, to: Instant | undefined): IdRange {
  return idsOf(prefix, spanOf(from, to));
}

/** Divides a range of time, both ends inclusive, into whole hours and the parts of hours at its ends. */
export function timeSlicesOf(prefix: Prefix, from: Instant | undefined, to: Instant | undefined): TimeSlices {
  const { start, end } = bounded(spanOf(from, to));
  if (start >= end) return { wholeHours: { start, end: start }, parts: [] };
  const [first, last] = [roundUp('hour', start), roundDown('hour', end)];
  const partOf = (part: Span): PartialHour => ({
    hour: roundDown('hour', part.start),
    ids: idsOf(prefix, part),
  });
  if (first > last) return { wholeHours: { start, end: start }, parts: [partOf({ start, end })] };
  return {
    wholeHours: { start: first, end: last },
    parts: [
      ...(start < first ? [partOf({ start, end: first })] : []),
      ...(last < end ? [partOf({ start: last, end })] : []),
    ],
  };
}

/** Divides whole hours into whole months, the whole days around them, and the hours around those. */
export function bucketsOf(
  { start, end }: Span,
  [grain, ...shorter]: readonly Grain[] = grains,
): SignedRange[] {
  if (start >= end || grain === undefined) return [];
  const [first, last] = [roundUp(grain, start), roundDown(grain, end)];
  if (first >= last) return bucketsOf({ start, end }, shorter);
  return [
    ...bucketsOf({ start, end: first }, shorter),
    { grain, first, end: last, sign: 1 },
    ...bucketsOf({ start: last, end }, shorter),
  ];
}

/** The buckets whose sum is that of whole hours, as few as possible: most of a day is the day without its other hours. */
export function bucketsToAdd(span: Span): SignedRange[] {
  const parts = bucketsOf(span);
  if (parts.every(({ grain }) => grain === 'month')) return parts;
  const rounded = bucketsBetween(span);
  return lengthOf(rounded) < lengthOf(parts) ? rounded : parts;
}

/**
 * The buckets between the beginnings of those that are nearest to both ends, and shorter ones for what is missing or too much.
 * Subtracted if the end is earlier than the start.
 */
function bucketsBetween({ start, end }: Span, [grain, ...shorter]: readonly Grain[] = grains): SignedRange[] {
  if (start === end || grain === undefined) return [];
  const [first, last] = [nearest(grain, start), nearest(grain, end)];
  if (first === last) return bucketsBetween({ start, end }, shorter);
  return [
    ...bucketsBetween({ start, end: first }, shorter),
    first < last ? { grain, first, end: last, sign: 1 } : { grain, first: last, end: first, sign: -1 },
    ...bucketsBetween({ start: last, end }, shorter),
  ];
}

function lengthOf(ranges: readonly BucketRange[]): number {
  return ranges.reduce((sum, { grain, first, end }) => sum + msBetween(first, end) / lengthMs[grain], 0);
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** About. */
const lengthMs = { hour: hourMs, day: dayMs, month: 30 * dayMs } satisfies Record<Grain, number>;

/** The ids of a bucket, which is named by its first moment. */
export function bucketIds(prefix: Prefix, grain: Grain, bucket: Instant): IdRange {
  return idsOf(prefix, { start: bucket, end: endOfBucket(grain, bucket) });
}

/** The first moment after a bucket. */
export function endOfBucket(grain: Grain, bucket: Instant): Instant {
  if (grain !== 'month') return addMs(bucket, lengthMs[grain]);
  const [year, month] = bucket.split('-').map(Number);
  return instantFromDate(new Date(Date.UTC(year ?? 0, month ?? 0, 1)));
}

/** The first moment of the bucket that a moment is in. */
export function roundDown(grain: Grain, moment: Instant): Instant {
  if (grain === 'hour') return `${moment.slice(0, 13)}:00:00.000000Z` as Instant;
  return `${grain === 'day' ? moment.slice(0, 10) : `${moment.slice(0, 7)}-01`}T00:00:00.000000Z` as Instant;
}

function roundUp(grain: Grain, moment: Instant): Instant {
  const first = roundDown(grain, moment);
  return first === moment ? first : endOfBucket(grain, first);
}

/** The beginning of a bucket that is nearest to the beginning of an hour. */
function nearest(grain: Grain, hour: Instant): Instant {
  const first = roundDown(grain, hour);
  const isLate = grain === 'month' ? hour.slice(8, 10) > '15' : grain === 'day' && hour.slice(11, 13) > '12';
  return isLate ? endOfBucket(grain, first) : first;
}

function spanOf(from: Instant = EARLIEST, to?: Instant): Span {
  return { start: from, end: to === undefined || to >= END ? END : nextMicrosecond(to) };
}

/** No id can be made for a time out of bounds that would sort correctly. */
function bounded({ start, end }: Span): Span {
  return { start: start < EARLIEST ? EARLIEST : start, end: end > END ? END : end };
}

function idsOf(prefix: Prefix, span: Span): IdRange {
  const { start, end } = bounded(span);
  if (start >= end) return { low: '', high: '' };
  return { low: timeId(prefix, start, ''), high: timeId(prefix, end, '') };
}

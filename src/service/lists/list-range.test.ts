import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { instantFromDate, toDate } from '#domain/time.ts';
import { timeId } from '../ids.ts';
import {
  type BucketRange,
  bucketsOf,
  bucketsToAdd,
  endOfBucket,
  rangeIds,
  roundDown,
  timeSlicesOf,
} from './list-range.ts';
import { moment } from './testing-lists.ts';

const day = 86_400_000;
const hour = 3_600_000;

/** At the edges of hours, days, months and years, and between them. */
const moments = fc
  .tuple(
    fc.constantFrom(-1, 0, 1, 14, 15, 30, 31, 58, 59, 89, 364, 365),
    fc.oneof(fc.constantFrom(0, 1, hour - 1, hour, 12 * hour, day - hour, day - 1), fc.nat({ max: day - 1 })),
    fc.constantFrom(0, 1, 999),
  )
  .map(([days, ms, micros]) => moment(days * day + ms, micros));
const edge = fc.option(moments, { nil: undefined });
const wholeHours = fc
  .tuple(moments, moments)
  .map((both) => both.map((each) => roundDown('hour', each)).toSorted())
  .map(([start = moment(0), end = moment(0)]) => ({ start, end }));

/**
 * How often each hour is in the buckets, as lines of text in order, which compare in a moment: there are thousands. Hours
 * that cancel each other out are left out.
 */
function hoursOf(ranges: readonly (BucketRange & { sign?: 1 | -1 })[]): string {
  const times = new Map<number, number>();
  for (const { first, end, sign = 1 } of ranges) {
    for (let at = toDate(first).getTime(); at < toDate(end).getTime(); at += hour) {
      const sum = (times.get(at) ?? 0) + sign;
      if (sum === 0) times.delete(at);
      else times.set(at, sum);
    }
  }
  return [...times]
    .toSorted(([a], [b]) => a - b)
    .map(([at, count]) => `${at} ${count}`)
    .join('\n');
}

const countOf = (ranges: readonly BucketRange[]) => {
  let count = 0;
  for (const { grain, first, end } of ranges) {
    for (let at = first; at < end; at = endOfBucket(grain, at)) count += 1;
  }
  return count;
};
const at = (text: string) => instantFromDate(new Date(text));

it('divides any range of time into whole hours and parts of hours that follow each other without a gap', () => {
  fc.assert(
    fc.property(edge, edge, (from, to) => {
      const { wholeHours: span, parts } = timeSlicesOf('tx', from, to);
      const whole = rangeIds('tx', from, to);
      const slices = [
        ...parts.map(({ ids }) => ids),
        ...(span.start < span.end
          ? [{ low: timeId('tx', span.start, ''), high: timeId('tx', span.end, '') }]
          : []),
      ].sort((a, b) => (a.low < b.low ? -1 : 1));
      expect([slices[0]?.low ?? '', slices.at(-1)?.high ?? '']).toEqual([whole.low, whole.high]);
      expect(slices.slice(1).map(({ low }) => low)).toEqual(slices.slice(0, -1).map(({ high }) => high));
    }),
    { numRuns: 500 },
  );
});

it('divides whole hours into whole buckets, each hour once, in order', () => {
  fc.assert(
    fc.property(wholeHours, (span) => {
      const buckets = bucketsOf(span);
      for (const { grain, first, end } of buckets) {
        expect([roundDown(grain, first), roundDown(grain, end)]).toEqual([first, end]);
      }
      expect(buckets.slice(1).map(({ first }) => first)).toEqual(buckets.slice(0, -1).map(({ end }) => end));
      expect(hoursOf(buckets)).toEqual(hoursOf([{ grain: 'hour', first: span.start, end: span.end }]));
    }),
  );
});

it('adds and subtracts whole buckets, so that each hour counts once, and never more of them than it has to add', () => {
  fc.assert(
    fc.property(wholeHours, (span) => {
      const buckets = bucketsToAdd(span);
      for (const { grain, first, end } of buckets) {
        expect([roundDown(grain, first), roundDown(grain, end)]).toEqual([first, end]);
      }
      const once = hoursOf([{ grain: 'hour', first: span.start, end: span.end }]);
      expect(hoursOf(buckets)).toEqual(once);
      expect(countOf(buckets)).toBeLessThanOrEqual(countOf(bucketsOf(span)) + 1);
    }),
  );
});

it('takes the hours at the end of a day, and the days at the end of a month, away from the whole', () => {
  const most = { start: at('2026-01-01T00:00Z'), end: at('2026-03-30T22:00Z') };
  expect(bucketsToAdd(most)).toEqual([
    { grain: 'month', first: at('2026-01-01T00:00Z'), end: at('2026-04-01T00:00Z'), sign: 1 },
    { grain: 'day', first: at('2026-03-31T00:00Z'), end: at('2026-04-01T00:00Z'), sign: -1 },
    { grain: 'hour', first: at('2026-03-30T22:00Z'), end: at('2026-03-31T00:00Z'), sign: -1 },
  ]);
  const dayInBerlin = { start: at('2026-01-14T23:00Z'), end: at('2026-01-15T23:00Z') };
  expect(bucketsToAdd(dayInBerlin)).toEqual([
    { grain: 'hour', first: at('2026-01-14T23:00Z'), end: at('2026-01-15T00:00Z'), sign: 1 },
    { grain: 'day', first: at('2026-01-15T00:00Z'), end: at('2026-01-16T00:00Z'), sign: 1 },
    { grain: 'hour', first: at('2026-01-15T23:00Z'), end: at('2026-01-16T00:00Z'), sign: -1 },
  ]);
});

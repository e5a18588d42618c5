import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subtract } from '#domain/arithmetic.ts';
import { decimal } from '#domain/decimal.ts';
import { momentBefore } from '#dashboard/lib/zoned-time.ts';
import { instant, instants, zones } from '#dashboard/lib/zones.arbitrary.ts';
import { bucketName, bucketNote } from './bucket-labels.ts';
import { type Bucket, bucketNames, sumByBucket } from './movement-buckets.ts';
import { type Day, daysFrom, daysUntil, totalsOf } from './movement-days.ts';

const now = instant('2026-11-24T12:00:00Z');

function movementOn(day: Day, incoming: string, outgoing: string) {
  const [into, out] = [decimal(incoming), decimal(outgoing)];
  return { ...day, in: into, out, net: subtract(into, out), transactions: 2 };
}

/** Every day of a range with the same movement. */
function daily(first: string, last: string, incoming: string, outgoing: string) {
  return daysFrom(first, last, now, 'UTC').map((day) => movementOn(day, incoming, outgoing));
}

const named = (first: string, last: string, bucket: Bucket) =>
  sumByBucket(daily(first, last, '1', '0'), bucket).map((movement) => [
    bucketName(movement, bucket),
    bucketNote(movement, bucket),
    movement.in,
  ]);

describe('movements by bucket', () => {
  it('begin weeks on Monday, and say about how many days the first and the last are', () => {
    expect(named('2026-11-07', '2026-11-24', 'week')).toEqual([
      ['2026-11-07 – 2026-11-08', '2 of 7 days', '2'],
      ['2026-11-09 – 2026-11-15', undefined, '7'],
      ['2026-11-16 – 2026-11-22', undefined, '7'],
      ['2026-11-23 – 2026-11-24', '2 of 7 days', '2'],
    ]);
  });

  it('keep a week together over the end of a year', () => {
    expect(named('2025-12-29', '2026-01-05', 'week')).toEqual([
      ['2025-12-29 – 2026-01-04', undefined, '7'],
      ['2026-01-05', '1 of 7 days', '1'],
    ]);
  });

  it('follow the calendar by month', () => {
    expect(named('2024-01-31', '2024-03-31', 'month')).toEqual([
      ['January 2024', '1 of 31 days', '1'],
      ['February 2024', undefined, '29'],
      ['March 2024', undefined, '31'],
    ]);
  });

  it('are the days themselves by day', () => {
    expect(named('2026-11-21', '2026-11-22', 'day')).toEqual([
      ['2026-11-21', 'Sat', '1'],
      ['2026-11-22', 'Sun', '1'],
    ]);
  });

  it('keep every one of 18 decimals, and carry the running net from one to the next', () => {
    const days = daily('2026-11-16', '2026-11-24', '0.100000000000000001', '0.300000000000000002');
    expect(
      sumByBucket(days, 'week').map(({ in: into, out, net, runningNet }) => [into, out, net, runningNet]),
    ).toEqual([
      ['0.700000000000000007', '2.100000000000000014', '-1.400000000000000007', '-1.400000000000000007'],
      ['0.200000000000000002', '0.600000000000000004', '-0.400000000000000002', '-1.800000000000000009'],
    ]);
  });

  it('add up to the same as the days, without gap or overlap, in every zone', () => {
    const amounts = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.nat({ max: 18 }))
      .map(([units, places]) => `${units}e-${places}`);
    fc.assert(
      fc.property(
        instants,
        zones,
        fc.array(fc.tuple(amounts, amounts), { minLength: 1, maxLength: 70 }),
        fc.constantFrom(...bucketNames),
        (moment, zone, moved, bucket) => {
          const days = daysUntil(moment, moved.length, zone).map((day, index) =>
            movementOn(day, ...(moved[index] ?? ['0', '0'])),
          );
          const movements = sumByBucket(days, bucket);
          const total = totalsOf(days);
          expect(totalsOf(movements)).toEqual(total);
          expect(movements.at(-1)?.runningNet).toBe(total.net);
          expect([movements[0]?.from, movements.at(-1)?.to]).toEqual([days[0]?.from, days.at(-1)?.to]);
          expect(movements.slice(1).map(({ from }) => momentBefore(from))).toEqual(
            movements.slice(0, -1).map(({ to }) => to),
          );
        },
      ),
    );
  });
});

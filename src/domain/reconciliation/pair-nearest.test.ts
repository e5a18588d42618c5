import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { pairNearest } from './pair-nearest.ts';

const timed = (times: readonly number[]) => times.map((at) => ({ item: at, at }));

it('pairs those around a pair that is taken', () => {
  expect(pairNearest(timed([10, 12]), timed([13, 15]), 5)).toEqual([
    [12, 13],
    [10, 15],
  ]);
  expect(pairNearest(timed([10, 12]), timed([13, 15]), 4)).toEqual([[12, 13]]);
});

it('takes the smallest gap that is left each time, as comparing each with each does', () => {
  const anyTimes = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 15 });
  fc.assert(
    fc.property(anyTimes, anyTimes, fc.integer({ min: 0, max: 30 }), (as, bs, most) => {
      const found = pairNearest(
        timed(as.toSorted((a, b) => a - b)),
        timed(bs.toSorted((a, b) => a - b)),
        most,
      );
      const [leftAs, leftBs] = [[...as], [...bs]];
      for (const [a, b] of found) {
        const smallest = Math.min(...leftAs.flatMap((one) => leftBs.map((other) => Math.abs(one - other))));
        expect(Math.abs(a - b)).toBe(smallest);
        leftAs.splice(leftAs.indexOf(a), 1);
        leftBs.splice(leftBs.indexOf(b), 1);
      }
      // Nothing that could be paired is left.
      for (const a of leftAs) for (const b of leftBs) expect(Math.abs(a - b)).toBeGreaterThan(most);
    }),
    { numRuns: 500 },
  );
});

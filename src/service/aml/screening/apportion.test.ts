import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { apportion } from './apportion.ts';

const amount = fc.bigInt({ min: 0n, max: 10n ** 40n });
const parts = fc
  .array(amount, { minLength: 1, maxLength: 40 })
  .filter((list) => list.some((part) => part > 0n));

it('divides into whole parts that add up to the whole', () => {
  fc.assert(
    fc.property(amount, parts, (total, list) => {
      expect(apportion(total, list).reduce((a, b) => a + b, 0n)).toBe(total);
    }),
  );
});

it('gives each part its proportion, or less than one unit more or less', () => {
  fc.assert(
    fc.property(amount, parts, (total, list) => {
      const sum = list.reduce((a, b) => a + b, 0n);
      for (const [i, share] of apportion(total, list).entries()) {
        const difference = share * sum - total * (list[i] ?? 0n);
        expect(difference < sum && difference > -sum).toBe(true);
      }
    }),
  );
});

it('gives nothing to a part of nothing, and never more to a smaller part', () => {
  fc.assert(
    fc.property(amount, parts, (total, list) => {
      const shares = apportion(total, list);
      const both = list.map((part, i) => ({ part, share: shares[i] ?? -1n }));
      expect(both.filter(({ part }) => part === 0n).every(({ share }) => share === 0n)).toBe(true);
      const isUpsideDown = both.some((a) => both.some((b) => a.part < b.part && a.share > b.share));
      expect(isUpsideDown).toBe(false);
    }),
  );
});

it('gives what is left to those that lost most, the first of equals', () => {
  expect(apportion(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
  expect(apportion(10n, [35n, 36n, 29n])).toEqual([3n, 4n, 3n]);
});

it('refuses to divide in proportions that are all zero', () => {
  expect(() => apportion(5n, [0n, 0n])).toThrow(RangeError);
  expect(() => apportion(5n, [])).toThrow(RangeError);
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare } from '#domain/arithmetic.ts';
import { decimal } from '#domain/decimal.ts';
import { apportion } from './apportion.ts';
import { categories, categoryNames, factsOf, residuals, type FundingType } from './categories.ts';
import { riskLevelOf, scoreOf, type Share } from './score.ts';

const types = [...categoryNames, ...(Object.keys(residuals) as (keyof typeof residuals)[])];

/** Shares of all funds: whole hundredths of a percent that add up to 100 %. */
const funds = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom<FundingType>(...types), { minLength: 1, maxLength: 8 }),
    fc.array(fc.nat(10_000), { minLength: 7, maxLength: 7 }),
  )
  .map(([chosen, cuts]): Share[] => {
    const edges = [0, ...cuts.slice(0, chosen.length - 1).sort((a, b) => a - b), 10_000];
    return chosen.map((type, i) => ({ type, share: (edges[i + 1] ?? 0) - (edges[i] ?? 0) }));
  });

describe('the score', () => {
  it.each(types)('of funds that are wholly "%s" is its weight', (type) => {
    expect(scoreOf([{ type, share: 10_000 }], [])).toBe(String(factsOf(type).weight));
  });

  it('stays from 0 to 100 and has two decimals at most', () => {
    fc.assert(
      fc.property(funds, fc.subarray([...categoryNames]), (shares, hits) => {
        const score = scoreOf(shares, hits);
        expect(score).toMatch(/^\d{1,3}(\.\d{1,2})?$/);
        expect(compare(score, decimal('100'))).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('never falls when funds of a category as heavy as the heaviest are added', () => {
    fc.assert(
      fc.property(
        funds,
        fc.constantFrom(...types),
        fc.integer({ min: 20, max: 9_999 }),
        (shares, type, added) => {
          fc.pre(shares.every((share) => factsOf(share.type).weight <= factsOf(type).weight));
          // The others lose that much of all funds, each in its proportion.
          const less = apportion(
            BigInt(10_000 - added),
            shares.map(({ share }) => BigInt(share)),
          );
          const diluted = shares.map((share, i) => ({ type: share.type, share: Number(less[i]) }));
          const after = scoreOf([...diluted, { type, share: added }], []);
          // Rounding to hundredths of a percent can move a hundredth of each category to a lighter one.
          const tolerated = decimal(`0.0${shares.length}`);
          expect(compare(add(after, tolerated), scoreOf(shares, []))).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('never falls when a direct hit is added', () => {
    fc.assert(
      fc.property(funds, fc.constantFrom(...categoryNames), (shares, hit) => {
        expect(compare(scoreOf(shares, [hit]), scoreOf(shares, []))).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it.each([
    [99, '5.94'],
    [100, '25'],
    [499, '25'],
    [500, '50'],
    [2_499, '50'],
    [2_500, '75'],
    [9_000, '90.5'],
  ])('of %i hundredths of a percent from sanctions, the rest from an exchange, is %s', (share, score) => {
    const rest = { type: 'exchange' as const, share: 10_000 - share };
    expect(scoreOf([{ type: 'sanctions', share }, rest], [])).toBe(score);
  });

  it('adds severe categories together for the floor', () => {
    const severe = ['ransomware', 'stolen funds', 'darknet market'] as const;
    const rest = { type: 'mining' as const, share: 10_000 - 3 * 167 };
    expect(scoreOf([...severe.map((type) => ({ type, share: 167 })), rest], [])).toBe('50');
  });

  it('is 100 for a direct hit on a sanctioned address, and unmoved by one on an exchange', () => {
    const clean: Share[] = [{ type: 'mining', share: 10_000 }];
    expect(scoreOf(clean, ['exchange', 'sanctions'])).toBe('100');
    expect(scoreOf(clean, ['exchange'])).toBe('0');
  });
});

it.each([
  ['0', 'Low risk'],
  ['24.99', 'Low risk'],
  ['25', 'Medium risk'],
  ['49.99', 'Medium risk'],
  ['50', 'High risk'],
  ['75', 'Severe risk'],
  ['100', 'Severe risk'],
])('calls a score of %s %s', (score, text) => {
  expect(riskLevelOf(decimal(score)).text).toBe(text);
});

const weightsOf = (isSevere: boolean) =>
  Object.values(categories)
    .filter(({ severity }) => (severity === 'severe') === isSevere)
    .map(({ weight }) => weight);

it('weighs every severe category more than any other', () => {
  expect(Math.min(...weightsOf(true))).toBeGreaterThan(Math.max(...weightsOf(false)));
});

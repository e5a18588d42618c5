import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { compactAmount, cutLabels } from './cut-labels.ts';

describe('the value at a cut bar', () => {
  it.each([
    ['1230000', '1.23M'],
    ['1234567.89', '≈1.23M'],
    ['950', '950'],
    ['12.345', '≈12.3'],
    ['0.000000123456', '≈0.000000123'],
    ['1500.000000000000000001', '≈1.5K'],
  ])('is %s in short: %s', (amount, text) => {
    expect(compactAmount(decimal(amount))).toBe(text);
  });

  it('is written as Intl writes it', () => {
    const intl = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });
    // As many small as large ones: from nothing to 999 trillion, with up to 18 decimals.
    const amounts = fc
      .tuple(fc.integer({ min: 1, max: 15 }).chain(below), fc.integer({ min: 1, max: 18 }).chain(below))
      .map(([whole, fraction]) => decimal(`${whole}.${fraction.toString().padStart(18, '0')}`))
      .filter((amount) => Number(amount) < 999.5e12);
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(compactAmount(amount).replace('≈', '')).toBe(intl.format(amount as `${number}`));
      }),
    );
  });

  it('is written where it touches no larger one, on a phone or anywhere', () => {
    const amounts = Array.from({ length: 50 }, (_, index) => {
      const cut: Record<number, string> = { 10: '100', 11: '300', 15: '200', 40: '150' };
      const amount = cut[index];
      return amount === undefined ? undefined : decimal(amount);
    });
    expect(cutLabels(amounts).map(({ index, isForWideOnly }) => [index, isForWideOnly])).toEqual([
      [11, false],
      [15, true],
      [40, false],
    ]);
  });
});

/** A whole number of at most so many digits. */
const below = (digits: number) => fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) - 1n });

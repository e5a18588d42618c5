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

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, multiply, subtract, sum } from '#domain/arithmetic.ts';
import { ZERO, decimal, isZero } from '#domain/decimal.ts';
import { anyAmount } from '../balances.arbitrary.ts';
import { roundedSum, segmentsOf, shareOf } from './shares.ts';

const someAmounts = fc.array(anyAmount, { minLength: 1, maxLength: 8 });

describe('a share', () => {
  it('is never further from the exact one than half of what it is rounded to', () => {
    fc.assert(
      fc.property(someAmounts, (parts) => {
        const whole = sum(parts);
        fc.pre(!isZero(whole));
        for (const part of parts) {
          const share = shareOf(part, whole);
          // |percent × whole − part × 100| ≤ 0.005 × whole, so that nothing is divided to check a division.
          const error = subtract(multiply(share?.percent ?? ZERO, whole), multiply(part, decimal(100)));
          const bound = multiply(decimal('0.005'), whole);
          expect(compare(error, bound)).not.toBe(1);
          expect(compare(error, multiply(bound, decimal(-1)))).not.toBe(-1);
        }
      }),
    );
  });

  it('claims nothing and everything only where that is exact', () => {
    expect(shareOf(decimal(0), decimal(3))?.text).toBe('0%');
    expect(shareOf(decimal('0.000000000000000001'), decimal(3))?.text).toBe('<0.01%');
    expect(shareOf(decimal('2.999999999999999999'), decimal(3))?.text).toBe('>99.99%');
    expect(shareOf(decimal(3), decimal(3))?.text).toBe('100%');
  });

  it('shows both decimals', () => {
    expect(shareOf(decimal(1), decimal(2))?.text).toBe('50.00%');
    expect(shareOf(decimal(1), decimal(3))?.text).toBe('33.33%');
    expect(shareOf(decimal(201), decimal(1000))?.text).toBe('20.10%');
  });

  it('does not exist of nothing, nor below zero', () => {
    expect(shareOf(decimal(0), decimal(0))).toBeUndefined();
    expect(shareOf(decimal(-1), decimal(3))).toBeUndefined();
    expect(shareOf(decimal(1), decimal(-3))).toBeUndefined();
  });
});

describe('the sum of rounded shares', () => {
  it('is told where it is not 100', () => {
    const third = decimal(1);
    expect(roundedSum([third, third, third], decimal(3))).toBe('99.99%');
    expect(roundedSum([third, third], decimal(2))).toBeUndefined();
    expect(roundedSum([decimal(0)], decimal(0))).toBeUndefined();
  });
});

describe('the segments of a bar', () => {
  it('fill it without a gap or an overlap, and leave out only zeros', () => {
    fc.assert(
      fc.property(someAmounts, (parts) => {
        const whole = sum(parts);
        fc.pre(!isZero(whole));
        let end = 0;
        for (const [index, { start, length }] of segmentsOf(parts, whole).entries()) {
          expect(start).toBeCloseTo(end, 6);
          expect(length > 0).toBe(!isZero(parts[index] ?? ZERO));
          end = start + length;
        }
        expect(end).toBeCloseTo(10_000, 6);
      }),
    );
  });
});

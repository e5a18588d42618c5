import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, divide, multiply, negate, subtract, sum } from './arithmetic.ts';
import {
  decimal,
  decimalPlaces,
  isDecimal,
  isNegative,
  isPositive,
  isZero,
  MAXIMUM_DIGITS,
  parseDecimal,
  ZERO,
  type Decimal,
} from './decimal.ts';

/** A decimal and, as the independent truth, the same value as an integer count of 10^-30. */
const UNIT = 30;
const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat({ max: UNIT }))
  .map(([digits, places]) => ({
    value: decimal(plainText(digits, places)),
    units: digits * 10n ** BigInt(UNIT - places),
  }));

function plainText(digits: bigint, places: number): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0');
  const point = text.length - places;
  const plain = places === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`;
  return digits < 0n ? `-${plain}` : plain;
}

function exact(units: bigint, places = UNIT): Decimal {
  return decimal(plainText(units, places));
}

function rounded(a: string, b: string, places: number): Decimal {
  return divide(decimal(a), decimal(b), places);
}

describe('notation', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['0.000', '0'],
    ['-0.000', '0'],
    ['007', '7'],
    ['1.50', '1.5'],
    ['100', '100'],
    ['1e3', '1000'],
    ['1.5E-7', '0.00000015'],
    ['-12.3400e+2', '-1234'],
    ['0e1000', '0'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639935', undefined],
  ])('reads %s in canonical form', (text, canonical) => {
    expect(parseDecimal(text)).toBe(canonical ?? text);
  });

  it.each([
    '',
    ' ',
    ' 1',
    '1 ',
    '1\n',
    '+1',
    '.5',
    '5.',
    '1,5',
    '1_000',
    '--1',
    '0x10',
    '1e',
    '1e1.5',
    'NaN',
    'Infinity',
    '-Infinity',
    '１',
    '٣',
  ])('refuses %j', (text) => {
    expect(parseDecimal(text)).toBeUndefined();
    expect(() => decimal(text)).toThrow(RangeError);
  });

  it.each([
    '1e9999',
    '1e-9999',
    '1e999999999',
    '1e1001',
    '9'.repeat(MAXIMUM_DIGITS + 1),
    '1e1000',
    '0'.repeat(1e6),
  ])('refuses more digits than any amount has, at once (%#)', (text) => {
    const start = Date.now();
    expect(parseDecimal(text)).toBeUndefined();
    expect(isDecimal(text)).toBe(false);
    expect(Date.now() - start).toBeLessThan(500);
  });

  it('holds the greatest number of digits with sign and point', () => {
    const text = `-${'9'.repeat(MAXIMUM_DIGITS - 1)}.9`;
    expect(parseDecimal(text)).toBe(text);
  });

  it('accepts a safe integer or bigint, but no number that may already be rounded', () => {
    expect(decimal(-42)).toBe('-42');
    expect(decimal(-0)).toBe('0');
    expect(decimal(2n ** 70n)).toBe('1180591620717411303424');
    for (const number of [0.1, 2 ** 53, Number.NaN, Infinity])
      expect(() => decimal(number)).toThrow(RangeError);
  });

  it('recognizes its own canonical form and no other', () => {
    fc.assert(
      fc.property(decimals, ({ value }) => {
        expect(isDecimal(value)).toBe(true);
        expect(parseDecimal(value)).toBe(value);
      }),
    );
    for (const text of ['00', '-0', '1.0', '01', '0.10', '1e2', '-', '.', ''])
      expect(isDecimal(text)).toBe(false);
  });

  it('gives equal values the same text, however they are written', () => {
    fc.assert(
      fc.property(decimals, fc.nat({ max: 20 }), fc.nat({ max: 20 }), ({ value }, leading, trailing) => {
        const [sign, digits] = isNegative(value) ? ['-', value.slice(1)] : ['', value];
        const padded = `${'0'.repeat(leading)}${digits}${digits.includes('.') ? '' : '.0'}${'0'.repeat(trailing)}`;
        expect(parseDecimal(sign + padded)).toBe(value);
      }),
    );
  });
});

describe('arithmetic', () => {
  it('agrees with integer arithmetic on the smallest unit, to the last digit', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        expect(add(a.value, b.value)).toBe(exact(a.units + b.units));
        expect(subtract(a.value, b.value)).toBe(exact(a.units - b.units));
        expect(multiply(a.value, b.value)).toBe(exact(a.units * b.units, 2 * UNIT));
        expect(negate(a.value)).toBe(exact(-a.units));
        expect(compare(a.value, b.value)).toBe(a.units < b.units ? -1 : a.units > b.units ? 1 : 0);
      }),
    );
  });

  it('rounds a quotient half to even at the asked place', () => {
    fc.assert(
      fc.property(decimals, decimals, fc.nat({ max: 40 }), (a, b, places) => {
        fc.pre(b.units !== 0n);
        expect(divide(a.value, b.value, places)).toBe(
          exact(roundedQuotient(a.units * 10n ** BigInt(places), b.units), places),
        );
      }),
    );
    expect(rounded('1', '2', 0)).toBe('0');
    expect(rounded('3', '2', 0)).toBe('2');
    expect(rounded('5', '2', 0)).toBe('2');
    expect(rounded('-5', '2', 0)).toBe('-2');
    expect(rounded('-1', '3', 0)).toBe('0');
    expect(rounded('1', '3', 18)).toBe('0.333333333333333333');
    expect(rounded('2', '3', 18)).toBe('0.666666666666666667');
  });

  it('refuses to divide by zero or to a place that is none', () => {
    expect(() => divide(decimal(1), ZERO, 2)).toThrow(RangeError);
    for (const places of [-1, 1.5, Number.NaN, MAXIMUM_DIGITS + 1]) {
      expect(() => divide(decimal(1), decimal(3), places)).toThrow(RangeError);
    }
  });

  it('refuses a result that is longer than a decimal may be', () => {
    const long = decimal('9'.repeat(MAXIMUM_DIGITS));
    expect(() => multiply(long, long)).toThrow(RangeError);
    expect(() => add(long, decimal(1))).toThrow(RangeError);
  });

  it('sums whatever the order, and nothing to zero', () => {
    fc.assert(
      fc.property(fc.array(decimals, { maxLength: 30 }), (all) => {
        const total = exact(all.reduce((units, one) => units + one.units, 0n));
        expect(sum(all.map(({ value }) => value))).toBe(total);
        expect(sum(all.toReversed().map(({ value }) => value))).toBe(total);
      }),
    );
    expect(sum([])).toBe('0');
    expect(sum(new Set([decimal('0.1'), decimal('0.2')]))).toBe('0.3');
  });

  it('knows zero, negatives and places', () => {
    fc.assert(
      fc.property(decimals, ({ value, units }) => {
        expect(isZero(value)).toBe(units === 0n);
        expect(isNegative(value)).toBe(units < 0n);
        expect(isPositive(value)).toBe(units > 0n);
        expect(exact(BigInt(value.replace('.', '')), decimalPlaces(value))).toBe(value);
      }),
    );
    expect(['0', '-12', '1.50', '0.000001'].map((text) => decimalPlaces(decimal(text)))).toEqual([
      0, 0, 1, 6,
    ]);
  });

  it('leaves its rounding to itself: two divisions do not disturb each other', () => {
    const third: Decimal = divide(decimal(1), decimal(3), 2);
    divide(decimal(1), decimal(7), 30);
    expect(divide(decimal(1), decimal(3), 2)).toBe(third);
  });
});

function roundedQuotient(numerator: bigint, denominator: bigint): bigint {
  const [n, d] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator];
  const [floor, twice] = [n / d, (n % d) * 2n];
  const nearest = twice > d || (twice === d && floor % 2n === 1n) ? floor + 1n : floor;
  return numerator < 0n === denominator < 0n ? nearest : -nearest;
}

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { amountDigits, breakable } from './amount-digits.ts';

const amounts = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 18 }))
  .map(([units, places]) => decimal(`${units}e-${places}`));

describe('an amount on the screen', () => {
  it('shows every digit, and none that changes the value', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 20 }), (amount, places) => {
        const { sign, whole, fraction, padding } = amountDigits(amount, places);
        expect(decimal(`${sign === '' ? '' : '-'}${whole.replaceAll(',', '')}${fraction}${padding}`)).toBe(
          amount,
        );
      }),
    );
  });

  it('groups the whole part in threes and leaves the fraction whole', () => {
    expect(amountDigits(decimal('1234567.000000000000000001'))).toEqual({
      sign: '',
      whole: '1,234,567',
      fraction: '.000000000000000001',
      padding: '',
    });
  });

  it('fills up to the requested places, separately, so that decimal points align', () => {
    expect(amountDigits(decimal('12.5'), 6)).toMatchObject({ fraction: '.5', padding: '00000' });
    expect(amountDigits(decimal('12'), 2)).toMatchObject({ fraction: '', padding: '.00' });
    expect(amountDigits(decimal('0.123456789'), 2)).toMatchObject({ fraction: '.123456789', padding: '' });
  });

  it('marks what is below zero', () => {
    expect(amountDigits(decimal('-1000.1'))).toMatchObject({ sign: '−', whole: '1,000', fraction: '.1' });
  });

  it.each([
    ['0.000000000000000001', '', '0', '.000000000000000001'],
    ['-0.000000000000000001', '−', '0', '.000000000000000001'],
    ['123456789012345678901234567890', '', '123,456,789,012,345,678,901,234,567,890', ''],
    ['999999999999.999999999999999999', '', '999,999,999,999', '.999999999999999999'],
    ['1e-18', '', '0', '.000000000000000001'],
    ['1e29', '', '100,000,000,000,000,000,000,000,000,000', ''],
  ])('writes %s out', (text, sign, whole, fraction) => {
    expect(amountDigits(decimal(text))).toEqual({ sign, whole, fraction, padding: '' });
  });

  it('may wrap after each three digits, and loses none', () => {
    expect(breakable('123,456,789,012')).toEqual(['123,', '456,', '789,', '012']);
    expect(breakable('.1234567890123')).toEqual(['.123', '456', '789', '012', '3']);
    expect(breakable('1,234,567')).toEqual(['1,234,567']);
    expect(breakable('')).toEqual(['']);
    fc.assert(
      fc.property(amounts, (amount) => {
        const { whole, fraction } = amountDigits(amount);
        expect(breakable(whole).join('') + breakable(fraction).join('')).toBe(whole + fraction);
        for (const group of [...breakable(whole), ...breakable(fraction)])
          expect(group.length).toBeLessThanOrEqual(9);
      }),
    );
  });
});

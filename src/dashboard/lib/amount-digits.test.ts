import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { amountDigits } from './amount-digits.ts';

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

  it('fills up to the asked places, apart, so that points stand under each other', () => {
    expect(amountDigits(decimal('12.5'), 6)).toMatchObject({ fraction: '.5', padding: '00000' });
    expect(amountDigits(decimal('12'), 2)).toMatchObject({ fraction: '', padding: '.00' });
    expect(amountDigits(decimal('0.123456789'), 2)).toMatchObject({ fraction: '.123456789', padding: '' });
  });

  it('marks what is below zero', () => {
    expect(amountDigits(decimal('-1000.1'))).toMatchObject({ sign: '−', whole: '1,000', fraction: '.1' });
  });
});

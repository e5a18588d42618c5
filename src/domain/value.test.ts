import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { multiply, sum } from './arithmetic.ts';
import { decimal } from './decimal.ts';
import {
  formatValue,
  isDust,
  noValue,
  type RateStep,
  roundValue,
  sumValues,
  totalValue,
  valueOf,
} from './value.ts';

const step = (currency: string, quote: string, rate: string, isInverse = false): RateStep => ({
  currency,
  quote,
  rate: decimal(rate),
  at: '2026-10-31T12:00:00.000Z',
  source: 'file',
  origin: 'rates.csv',
  is_inverse: isInverse,
});

const euros = (amount: string, ...steps: RateStep[]) => valueOf(decimal(amount), steps);

const amounts = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.nat(18))
  .map(([digits, places]) => decimal(`${digits}e-${places}`));
const rates = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.nat(9))
  .map(([digits, places]) => decimal(`${digits}e-${places}`));

describe('a value', () => {
  it.each([
    ['0.5', '60000.01', '30,000.00 EUR'],
    ['1', '0.005', '0.00 EUR'],
    ['1', '0.015', '0.02 EUR'],
    ['1', '0.025', '0.02 EUR'],
    ['-1', '0.025', '−0.02 EUR'],
    ['1', '1234567.895', '1,234,567.90 EUR'],
  ])('of %s at %s is shown as %s, rounded half to even', (amount, rate, shown) => {
    const value = euros(amount, step('BTC', 'EUR', rate));
    expect(formatValue(value, 'EUR')).toBe(shown === '0.00 EUR' ? '<0.01 EUR' : shown);
  });

  it('that is less than half a cent is not shown as nothing, and nothing is', () => {
    expect(formatValue(euros('-0.001', step('USDT', 'EUR', '1')), 'EUR')).toBe('>−0.01 EUR');
    expect(formatValue(noValue, 'EUR')).toBe('0.00 EUR');
  });

  it('by a cross rate is divided exactly', () => {
    const value = euros('3', step('BTC', 'USD', '10'), step('EUR', 'USD', '1.1', true));
    expect(value).toEqual({ numerator: '30', divisor: '1.1' });
    expect(roundValue(value)).toBe('27.27');
  });
});

describe('a sum', () => {
  it('of values without a divisor is the exact sum of the products', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(amounts, rates), { maxLength: 20 }), (items) => {
        const values = items.map(([amount, rate]) => valueOf(amount, [step('X', 'EUR', rate)]));
        const exact = sum(items.map(([amount, rate]) => multiply(amount, rate)));
        expect(sumValues(values)).toEqual({ numerator: exact, divisor: '1' });
      }),
    );
  });

  it('is the same in any order and grouping, whatever the divisors', () => {
    const values = fc.array(
      fc.tuple(amounts, rates).map(([numerator, divisor]) => ({ numerator, divisor })),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(values, values, (some, more) => {
        const together = roundValue(sumValues([...some, ...more]));
        expect(roundValue(sumValues([...more, ...some].toReversed()))).toBe(together);
        expect(roundValue(sumValues([sumValues(some), sumValues(more)]))).toBe(together);
      }),
    );
  });

  it('is rounded once: a hundred tenths of a cent are ten cents', () => {
    const items = Array.from({ length: 100 }, () => ({ currency: 'USDT', amount: decimal('0.001') }));
    const { total } = totalValue(items, new Map([['USDT', [step('USDT', 'EUR', '1')]]]));
    expect(roundValue(total)).toBe('0.1');
  });
});

describe('a total', () => {
  const known = new Map<string, RateStep[]>([
    ['BTC', [step('BTC', 'EUR', '2')]],
    ['EUR', []],
  ]);

  it('names every currency that it leaves out, and nothing of which there is nothing', () => {
    const items = [
      { currency: 'BTC', amount: decimal('3') },
      { currency: 'BNB', amount: decimal('1') },
      { currency: 'BNB', amount: decimal('2') },
      { currency: 'TRX', amount: decimal('-1') },
      { currency: 'SOL', amount: decimal('0') },
      { currency: 'EUR', amount: decimal('0.5') },
    ];
    const { total, without, steps } = totalValue(items, known);
    expect(roundValue(total)).toBe('6.5');
    expect(without).toEqual(['BNB', 'TRX']);
    expect(steps.map(({ currency }) => currency)).toEqual(['BTC']);
  });
});

it('counts what is worth less than the threshold as dust, but not nothing', () => {
  const one = decimal('1');
  expect(isDust(euros('0.9', step('X', 'EUR', '1.1')), one)).toBe(true);
  expect(isDust(euros('-0.9', step('X', 'EUR', '1.1')), one)).toBe(true);
  expect(isDust(euros('1', step('X', 'USD', '1'), step('EUR', 'USD', '1.0001', true)), one)).toBe(true);
  expect(isDust(euros('1', step('X', 'EUR', '1')), one)).toBe(false);
  expect(isDust(noValue, one)).toBe(false);
});

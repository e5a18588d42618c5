import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare } from '#domain/arithmetic.ts';
import { decimal, type Decimal, decimalPlaces } from '#domain/decimal.ts';
import { quoteOf, parseEnteredAmount, wholeAmount } from './quote.ts';

/** An amount with this many decimals, of any size up to billions. */
const amounts = (places: number) =>
  fc.bigInt({ min: 1n, max: 10n ** BigInt(places + 9) }).map((units): Decimal => {
    const digits = units.toString().padStart(places + 1, '0');
    return decimal(`${digits.slice(0, -places)}.${digits.slice(-places)}`);
  });

describe('the amounts that a request would move', () => {
  it.each([
    ['included', 6, '25.000001', '1.5', { debited: '25.000001', received: '23.500001' }],
    ['added', 6, '25.000001', '1.5', { debited: '26.500001', received: '25.000001' }],
    ['included', 8, '0.12345678', '0.0001', { debited: '0.12345678', received: '0.12335678' }],
    ['added', 8, '0.12345678', '0.0001', { debited: '0.12355678', received: '0.12345678' }],
    [
      'included',
      18,
      '9007199254740993.000000000000000001',
      '0.3',
      { received: '9007199254740992.700000000000000001' },
    ],
    [
      'added',
      18,
      '9007199254740993.000000000000000001',
      '0.3',
      { debited: '9007199254740993.300000000000000001' },
    ],
  ])('with the fee %s is exact to the last of %i decimals', (who, _, amount, fee, quote) => {
    const asked = { amount: decimal(amount), fee: decimal(fee), available: undefined };
    expect(quoteOf({ ...asked, isFeeIncluded: who === 'included' })).toMatchObject(quote);
  });

  it.each([6, 8, 18])('adds up with %i decimals: what is received plus fee are what is debited', (places) => {
    fc.assert(
      fc.property(amounts(places), amounts(places), fc.boolean(), (amount, fee, isFeeIncluded) => {
        fc.pre(compare(amount, fee) > 0);
        const { received, debited } = quoteOf({ amount, fee, isFeeIncluded, available: undefined });
        expect(debited).toBe(received && add(received, fee));
        expect(isFeeIncluded ? debited : received).toBe(amount);
      }),
    );
  });

  it('is known on one side only if the fee is unknown', () => {
    const asked = { amount: decimal('5'), fee: undefined, available: decimal('7') };
    expect(quoteOf({ ...asked, isFeeIncluded: true })).toEqual({ debited: '5', remaining: '2' });
    expect(quoteOf({ ...asked, isFeeIncluded: false })).toEqual({ received: '5' });
  });

  it('gives nothing to the recipient if the fee uses up the amount', () => {
    const asked = { fee: decimal('1.5'), isFeeIncluded: true, available: undefined };
    expect(quoteOf({ ...asked, amount: decimal('1.5') })).toEqual({ fee: '1.5', debited: '1.5' });
  });
});

describe('all that is available', () => {
  const asked = { available: decimal('10.1234567'), fee: decimal('1.5'), places: 6 };

  it('leaves nothing that the network could pay, no matter who pays the fee', () => {
    expect(wholeAmount({ ...asked, isFeeIncluded: true })).toBe('10.123456');
    expect(wholeAmount({ ...asked, isFeeIncluded: false })).toBe('8.623456');
  });

  it.each([6, 8, 18])('is never more than that, with %i decimals', (places) => {
    fc.assert(
      fc.property(amounts(18), amounts(places), fc.boolean(), (available, fee, isFeeIncluded) => {
        const amount = wholeAmount({ available, fee, isFeeIncluded, places });
        fc.pre(amount !== undefined);
        expect(decimalPlaces(amount ?? available)).toBeLessThanOrEqual(places);
        const { debited } = quoteOf({ amount, fee, isFeeIncluded, available });
        expect(compare(debited ?? available, available)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('is unknown if the added fee is, or if it exceeds the balance', () => {
    expect(wholeAmount({ ...asked, fee: undefined, isFeeIncluded: false })).toBeUndefined();
    expect(wholeAmount({ ...asked, fee: undefined, isFeeIncluded: true })).toBe('10.123456');
    expect(wholeAmount({ ...asked, fee: decimal('11'), isFeeIncluded: false })).toBeUndefined();
    expect(wholeAmount({ ...asked, available: undefined, isFeeIncluded: true })).toBeUndefined();
  });
});

it.each(['', '1,5', '1 000', '-1', '1e5', '.5', '5.', 'ten', `1${'0'.repeat(40)}`])(
  'reads %j as no amount',
  (text) => {
    expect(parseEnteredAmount(text)).toBeUndefined();
  },
);

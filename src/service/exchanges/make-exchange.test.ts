import { array, assert, bigInt, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, multiply, subtract } from '#domain/arithmetic.ts';
import { decimal, decimalPlaces } from '#domain/decimal.ts';
import { currenciesOf, decimalsOf, withdrawalNetworks } from '#domain/networks.ts';
import { moment } from '../lists/testing-lists.ts';
import { type ExchangeTerms, makeExchange } from './make-exchange.ts';

const terms: ExchangeTerms = {
  accountId: 'acc_a',
  from: { network: 'btc', currency: 'BTC', amount: decimal('0.12345678') },
  to: { network: 'trx', currency: 'USDT' },
  rate: decimal('67890.12345'),
  feeShare: decimal('0.0025'),
  createdAt: moment(0),
};

describe('an exchange', () => {
  it('cuts what comes to the smallest unit and rounds the fee up to one', () => {
    // On paper: 0.12345678 × 67890.12345 = 8381.496034|939…, and × 0.0025 = 20.953740|085.
    expect(makeExchange(terms)).toEqual({
      transaction_id: expect.stringMatching(/^ex_[\da-f]{24}$/),
      account_id: 'acc_a',
      network_from: 'btc',
      network_to: 'trx',
      currency_from: 'BTC',
      currency_to: 'USDT',
      status: 'completed',
      amount_from: '0.12345678',
      amount_to: '8360.542293',
      fee: '20.953741',
      rate: '67890.12345',
      created_at: '2025-01-01T00:00:00.000000Z',
    });
  });

  it('takes no fee if there is none, and returns a whole number as one', () => {
    const whole = { ...terms, rate: decimal('100000000'), feeShare: decimal('0') };
    expect(makeExchange(whole)).toMatchObject({ amount_to: '12345678', fee: '0' });
  });

  const pools = withdrawalNetworks.flatMap((network) =>
    currenciesOf(network).map((currency) => ({ network, currency })),
  );

  it('never gives more than the rate says, and loses less than one smallest unit', () => {
    const exact = record({
      from: constantFrom(...pools),
      to: constantFrom(...pools),
      units: bigInt({ min: 1n, max: 10n ** 30n }),
      rate: bigInt({ min: 1n, max: 10n ** 14n }),
      rateScale: integer({ min: 0, max: 10 }),
      feeShare: integer({ min: 0, max: 9_999 }),
    });
    let made = 0;
    assert(
      property(array(exact, { minLength: 20, maxLength: 20 }), (cases) => {
        for (const { from, to, units, rate, rateScale, feeShare } of cases) {
          const placesFrom = decimalsOf(from.network, from.currency) ?? 0;
          const places = decimalsOf(to.network, to.currency) ?? 0;
          const unit = decimal(`1e-${places}`);
          const given = { ...terms, from: { ...from, amount: decimal(`${units}e-${placesFrom}`) }, to };
          const asked = {
            ...given,
            rate: decimal(`${rate}e-${rateScale}`),
            feeShare: decimal(`${feeShare}e-4`),
          };
          const row = attempt(asked);
          if (row === undefined) continue;
          made += 1;
          const gross = add(row.amount_to, row.fee);
          const lost = subtract(multiply(asked.from.amount, asked.rate), gross);
          expect(compare(lost, decimal(0))).not.toBe(-1);
          expect(compare(lost, unit)).toBe(-1);
          const overcharged = subtract(row.fee, multiply(gross, asked.feeShare));
          expect(compare(overcharged, decimal(0))).not.toBe(-1);
          expect(compare(overcharged, unit)).toBe(-1);
          for (const amount of [row.amount_to, row.fee])
            expect(decimalPlaces(amount)).toBeLessThanOrEqual(places);
        }
      }),
    );
    expect(made).toBeGreaterThan(500);
  });

  it.each<[string, Partial<ExchangeTerms>, string]>([
    ['nothing given', { from: { ...terms.from, amount: decimal('0') } }, 'cannot be exchanged'],
    ['less than nothing given', { from: { ...terms.from, amount: decimal('-1') } }, 'cannot be exchanged'],
    [
      'a part of a satoshi',
      { from: { ...terms.from, amount: decimal('0.000000001') } },
      'cannot be exchanged',
    ],
    ['a rate of zero', { rate: decimal('0') }, 'not above zero'],
    ['a fee below zero', { feeShare: decimal('-0.1') }, 'not a part of the whole'],
    ['a fee that is all', { feeShare: decimal('1') }, 'not a part of the whole'],
    ['so little that nothing comes', { rate: decimal('0.000001') }, 'Nothing is left'],
    ['so little that the fee takes it', { rate: decimal('0.00001') }, 'Nothing is left'],
    ['a currency that the network has not', { to: { network: 'btc', currency: 'USDT' } }, 'no USDT on btc'],
    ['one pool', { to: { network: 'btc', currency: 'BTC' } }, 'Both sides are the pool'],
    [
      'USDT of Tron and of Ethereum',
      { from: { network: 'eth', currency: 'USDT', amount: decimal('5') }, rate: decimal('1') },
      'Both sides are the pool',
    ],
  ])('is refused: %s', (_, change, message) => {
    const refused = () => makeExchange({ ...terms, ...change });
    expect(refused).toThrow(RangeError);
    expect(refused).toThrow(message);
  });
});

function attempt(asked: ExchangeTerms) {
  try {
    return makeExchange(asked);
  } catch (error) {
    if (!/Nothing is left|Both sides/.test(String(error))) throw error;
    return undefined;
  }
}

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, multiply, subtract, sum } from '#domain/arithmetic.ts';
import { decimal, isZero, ZERO } from '#domain/decimal.ts';
import { type BalanceLine, balanceLines, lineKey } from '#dashboard/entities/balances/balance-lines.ts';
import { balanceViews } from '#dashboard/entities/balances/balances-url.ts';
import { anyAmount, anyLines } from '#dashboard/entities/balances/balances.arbitrary.ts';
import { overviewOf, roundedSum, segmentsOf, shareOf } from './balance-groups.ts';

const views = fc.constantFrom(...balanceViews);

function line(type: string, network: string, currency: string, available: string): BalanceLine {
  const key = lineKey(type, network, currency);
  return {
    key,
    type,
    network,
    currency,
    available: decimal(available),
    transit: undefined,
    blockchain: undefined,
  };
}

describe('an overview of the balances', () => {
  it('shows every line once in every view, hidden zeros aside, and counts those', () => {
    fc.assert(
      fc.property(anyLines, views, fc.boolean(), (lines, view, showsZeros) => {
        const { groups, hidden } = overviewOf(lines, view, showsZeros);
        const shown = groups.flatMap(({ subgroups }) => subgroups.flatMap((subgroup) => subgroup.lines));
        expect(new Set(shown.map(({ key }) => key)).size).toBe(shown.length);
        expect(shown.length + hidden).toBe(lines.length);
        expect(showsZeros ? hidden : 0).toBe(0);
      }),
    );
  });

  it('has the same exact sum of a currency in every view, hidden zeros or not', () => {
    fc.assert(
      fc.property(anyLines, views, fc.boolean(), (lines, view, showsZeros) => {
        const { groups } = overviewOf(lines, view, showsZeros);
        const subgroups = groups.flatMap((group) => group.subgroups);
        for (const [currency, ofCurrency] of Map.groupBy(lines, (each) => each.currency)) {
          const own = subgroups.filter((subgroup) => subgroup.lines[0]?.currency === currency);
          expect(sum(own.map(({ total }) => total.available))).toBe(
            sum(ofCurrency.map(({ available }) => available)),
          );
        }
      }),
    );
  });

  it('has subgroups of one currency, and a total only where the whole group is of one', () => {
    fc.assert(
      fc.property(anyLines, views, (lines, view) => {
        for (const { total, subgroups } of overviewOf(lines, view, true).groups) {
          for (const subgroup of subgroups) {
            expect(new Set(subgroup.lines.map(({ currency }) => currency)).size).toBe(1);
          }
          expect(total === undefined).toBe(view !== 'currency');
        }
      }),
    );
  });

  it('gives shares of what the account has of the currency, not of what the view shows', () => {
    const lines = [line('user', 'eth', 'USDT', '1'), line('accounting', 'trx_eth', 'USDT', '3')];
    const [personal] = overviewOf(lines, 'type', false).groups;
    expect(personal?.subgroups[0]?.share?.text).toBe('25.00%');
  });

  it('says which currencies have shares that do not add up to 100 once rounded', () => {
    const thirds = ['trx', 'eth', 'bnb'].map((network) => line('user', network, 'USDT', '1'));
    expect(overviewOf([...thirds, line('user', 'btc', 'BTC', '1')], 'currency', false).roundedSums).toEqual([
      { currency: 'USDT', sum: '99.99%' },
    ]);
  });

  it('gives no shares of a currency that is somewhere below zero', () => {
    const lines = [line('user', 'eth', 'ETH', '5'), line('accounting', 'eth', 'ETH', '-1')];
    const [eth] = overviewOf(lines, 'currency', false).groups;
    expect(eth?.total?.available).toBe('4');
    expect(eth?.subgroups.map(({ share }) => share)).toEqual([undefined, undefined]);
  });

  it('orders groups as people know them, and what is unknown behind', () => {
    const { groups } = overviewOf(
      balanceLines({
        user: { ton: { TON: { available: decimal(1) } }, btc: { BTC: { available: decimal(1) } } },
        accounting: { trx_eth: { USDT: { available: decimal(1) } } },
      }),
      'network',
      false,
    );
    expect(groups.map(({ key }) => key)).toEqual(['trx_eth', 'btc', 'ton']);
  });
});

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

  it('doesn’t exist for a total of zero or less', () => {
    expect(shareOf(decimal(0), decimal(0))).toBeUndefined();
    expect(shareOf(decimal(-1), decimal(3))).toBeUndefined();
    expect(shareOf(decimal(1), decimal(-3))).toBeUndefined();
  });
});

describe('the sum of rounded shares', () => {
  it('is shown where it is not 100', () => {
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

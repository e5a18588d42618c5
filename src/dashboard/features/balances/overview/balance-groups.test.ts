import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sum } from '#domain/arithmetic.ts';
import { decimal } from '#domain/decimal.ts';
import { type BalanceLine, balanceLines, lineKey } from '#dashboard/entities/balances/balance-lines.ts';
import { anyLines } from '../balances.arbitrary.ts';
import { balanceViews } from '#dashboard/entities/balances/balances-url.ts';
import { overviewOf } from './balance-groups.ts';

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

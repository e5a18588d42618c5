import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import type { RateStep } from '#domain/value.ts';
import { type BalanceLine, lineKey } from '#dashboard/entities/balances/balance-lines.ts';
import { overviewOf } from './balance-groups.ts';
import { dustIn, withoutDust } from './dust.ts';

const line = (currency: string, network: string, available: string): BalanceLine => ({
  key: lineKey('user', network, currency),
  type: 'user',
  network,
  currency,
  available: decimal(available),
  transit: undefined,
  blockchain: undefined,
});
const step: RateStep = {
  currency: 'TRX',
  quote: 'EUR',
  rate: decimal('0.25'),
  at: '2026-10-31T12:00:00.000Z',
  source: 'file',
  origin: 'rates.csv',
  is_inverse: false,
};
const rates = new Map([['TRX', [step]]]);
const lines = [line('TRX', 'trx', '3.99'), line('TRX', 'eth', '4'), line('BNB', 'bsc', '0.001')];

it('rows are dust below the threshold, and never without a rate', () => {
  expect(dustIn(lines, rates, '1')).toEqual([lines[0]?.key]);
  expect(dustIn(lines, rates, '0')).toEqual([]);
});

it.each(['currency', 'network', 'type'] as const)(
  'hidden rows leave every total by %s as it was, and what is left is what was there',
  (view) => {
    const overview = overviewOf(lines, view, false);
    const shown = withoutDust(overview, { hidden: new Set(dustIn(lines, rates, '1')) });
    const keys = shown.groups
      .flatMap(({ subgroups }) => subgroups.flatMap((each) => each.lines))
      .map(({ key }) => key);
    expect(new Set(keys)).toEqual(new Set([lines[1]?.key, lines[2]?.key]));
    const totals = new Map(overview.groups.map(({ key, total }) => [key, total]));
    for (const { key, total } of shown.groups) expect(total).toEqual(totals.get(key));
  },
);

import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { holdingsOf, nonZero } from './holdings.ts';

const balances = {
  TON: { available: decimal('7') },
  ETH: { available: decimal('0.000000000000000001') },
  DAI: { available: decimal('3') },
  USDC: { available: decimal('0') },
  USDT: { available: decimal('12.5') },
};

describe('the holdings of a wallet', () => {
  it('are in one order, known currencies first, unknown ones kept', () => {
    expect(holdingsOf(balances).map(({ currency }) => currency)).toEqual([
      'USDT',
      'USDC',
      'ETH',
      'DAI',
      'TON',
    ]);
  });

  it('keep the smallest unit and drop only exact zeros', () => {
    expect(nonZero(holdingsOf(balances))).toEqual([
      { currency: 'USDT', amount: '12.5' },
      { currency: 'ETH', amount: '0.000000000000000001' },
      { currency: 'DAI', amount: '3' },
      { currency: 'TON', amount: '7' },
    ]);
  });
});

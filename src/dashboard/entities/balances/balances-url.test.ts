import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amlFeesPath,
  balanceViews,
  openWithdrawalsAddress,
  parseBalancesUrl,
  walletsAddress,
  formatBalancesUrl,
} from './balances-url.ts';

describe("the address of the balances' page", () => {
  it('returns every state that it was written from', () => {
    const states = fc.record({
      view: fc.constantFrom(...balanceViews),
      showsZeros: fc.boolean(),
      currency: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
      at: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(states, (state) => {
        expect(parseBalancesUrl(new URLSearchParams(formatBalancesUrl(state)))).toEqual(state);
      }),
    );
  });

  it('replaces each unknown value with its default', () => {
    expect(parseBalancesUrl(new URLSearchParams('by=moon&zeros=show&currency='))).toEqual({
      view: 'currency',
      showsZeros: true,
      currency: undefined,
      at: undefined,
    });
    expect(formatBalancesUrl({ view: 'currency' })).toBe('');
  });

  it('leads to the wallets of any type and network', () => {
    expect(walletsAddress('user', 'eth')).toBe('/wallets?type=user&network=eth');
    expect(walletsAddress('a&b', 'x y')).toBe('/wallets?type=a%26b&network=x+y');
  });

  it('leads to the open withdrawals of a currency, and to the fees of a wallet', () => {
    expect(openWithdrawalsAddress('new', 'eth', 'USDT')).toBe(
      '/withdrawals?status=new&network=eth&currency=USDT',
    );
    expect(openWithdrawalsAddress('processing', undefined, 'USDT')).toBe(
      '/withdrawals?status=processing&currency=USDT',
    );
    expect(amlFeesPath('T&1')).toBe('/balances/aml-fees?wallet=T%261');
  });
});

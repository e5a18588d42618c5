import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceViews, readBalancesAddress, walletsAddress, writeBalancesAddress } from './balances-url.ts';

describe("the address of the balances' page", () => {
  it('gives back every state that it was written from', () => {
    const states = fc.record({ view: fc.constantFrom(...balanceViews), showsZeros: fc.boolean() });
    fc.assert(
      fc.property(states, (state) => {
        expect(readBalancesAddress(new URLSearchParams(writeBalancesAddress(state)))).toEqual(state);
      }),
    );
  });

  it('falls back, one by one, on what it does not know', () => {
    expect(readBalancesAddress(new URLSearchParams('by=moon&zeros=show'))).toEqual({
      view: 'currency',
      showsZeros: true,
    });
    expect(writeBalancesAddress({ view: 'currency', showsZeros: false })).toBe('');
  });

  it('leads to the wallets of any type and network', () => {
    expect(walletsAddress('user', 'eth')).toBe('/wallets?type=user&network=eth');
    expect(walletsAddress('a&b', 'x y')).toBe('/wallets?type=a%26b&network=x+y');
  });
});

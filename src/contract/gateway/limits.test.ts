import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areTagsAllowed,
  areWithin,
  describeLimitRefusal,
  describeLimits,
  isNetworkAllowed,
  type Limits,
} from './limits.ts';

const networks = ['trx', 'eth', 'btc'];
const tags = ['EUR', 'eur', 'Payroll', 'Treasury'];
const anyLimits = fc.record({
  networks: fc.subarray(networks),
  wallet_tags: fc.subarray(tags),
});

/** What limits are asked about a wallet. */
const isAllowed = (limits: Limits, network: string | undefined, held: readonly string[]) =>
  isNetworkAllowed(limits, network) && areTagsAllowed(limits, held);

describe('limits', () => {
  it('are within others exactly if they allow nothing that those refuse', () => {
    // One network and one tag more than any limit names.
    const places = [...networks, 'sol'].flatMap((network) =>
      [...tags, 'Other'].map((tag) => ({ network, tag })),
    );
    fc.assert(
      fc.property(anyLimits, anyLimits, (inner, outer) => {
        const isWider = places.some(
          ({ network, tag }) => isAllowed(inner, network, [tag]) && !isAllowed(outer, network, [tag]),
        );
        expect(areWithin(inner, outer)).toBe(!isWider);
      }),
    );
  });

  it('refuse what isn’t known', () => {
    expect(isNetworkAllowed({ networks: ['trx'], wallet_tags: [] }, undefined)).toBe(false);
    expect(areTagsAllowed({ networks: [], wallet_tags: ['EUR'] }, [])).toBe(false);
  });

  it.each([
    [['trx'], [], 'Tron'],
    [['trx', 'eth'], [], 'Tron and Ethereum'],
    [[], ['EUR', 'Payroll'], 'wallets tagged “EUR” or “Payroll”'],
    [['trx'], ['EUR'], 'Tron, and to wallets tagged “EUR”'],
    [['gone'], [], 'gone'],
  ])('to %j and %j are named', (codes, wallet_tags, words) => {
    expect(describeLimits({ networks: codes, wallet_tags })).toBe(words);
    expect(describeLimitRefusal({ networks: codes, wallet_tags })).toBe(
      `Your role is limited to ${words}. An administrator of the account can change this`,
    );
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areTagsAllowed, areWithin, describeLimitRefusal, isNetworkAllowed, type Limits } from './limits.ts';

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
    [['trx', 'eth'], [], 'You can make changes only on Tron and Ethereum'],
    [[], ['EUR', 'Payroll'], 'You can change only wallets tagged “EUR” or “Payroll”'],
    [['trx'], ['EUR'], 'You can make changes only on Tron, and only to wallets tagged “EUR”'],
    [['gone'], [], 'You can make changes only on gone'],
  ])('to %j and %j are named in a refusal', (codes, wallet_tags, sentence) => {
    expect(describeLimitRefusal({ networks: codes, wallet_tags })).toBe(
      `${sentence}. To change your limits, ask an administrator`,
    );
  });

  it('are not named where another reason says more', () => {
    expect(describeLimitRefusal({ networks: ['trx'], wallet_tags: [] }, 'You can’t do this')).toBe(
      'You can’t do this. To change your limits, ask an administrator',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { ZERO } from '#domain/decimal.ts';
import { conclude } from './conclusion.ts';
import type { CheckRow, Verdict } from './wallet-check.ts';

function row(verdict: Verdict): CheckRow {
  return {
    key: verdict,
    type: 'user',
    network: 'eth',
    currency: 'ETH',
    rule: 'equal',
    field: 'available',
    stated: ZERO,
    statedBefore: ZERO,
    walletsTotal: ZERO,
    wallets: 1,
    difference: ZERO,
    verdict,
  };
}

function conclusion(verdicts: Verdict[], facts: Partial<Parameters<typeof conclude>[0]> = {}) {
  const steady = { walletsRead: 4, walletsListed: 4, unread: 0, isListSteady: true };
  return conclude({ rows: verdicts.map(row), ...steady, ...facts });
}

describe('the conclusion of a check', () => {
  it('is that the balances add up when nothing speaks against it', () => {
    expect(conclusion(['match', 'match', 'within', 'unchecked'])).toEqual({
      addsUp: true,
      title: '2 balances equal their wallets to the last digit',
      doubts: [],
    });
  });

  it('is not that they add up after a single difference, and says how one may be none', () => {
    const { addsUp, title, doubts } = conclusion(['match', 'difference']);
    expect([addsUp, title]).toEqual([false, '1 difference found']);
    expect(doubts).toHaveLength(1);
  });

  it.each<Verdict>(['changed', 'incomplete'])('is not that they add up with a balance %s', (verdict) => {
    expect(conclusion(['match', verdict]).addsUp).toBe(false);
  });

  it('is not that they add up when the list of wallets changed', () => {
    const { addsUp, doubts } = conclusion(['match'], { isListSteady: false, walletsListed: 5 });
    expect(addsUp).toBe(false);
    expect(doubts.join(' ')).toContain('4 different wallets were read, and the last page counted 5');
  });

  it('tells of wallets that could not be read', () => {
    expect(conclusion(['incomplete'], { unread: 2 }).doubts.join(' ')).toContain(
      '2 wallets could not be read',
    );
  });
});

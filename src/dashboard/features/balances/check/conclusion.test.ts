import { describe, expect, it } from 'vitest';
import { decimal, ZERO } from '#domain/decimal.ts';
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
    pool: undefined,
    entries: undefined,
    difference: ZERO,
    verdict,
  };
}

function conclusion(verdicts: Verdict[], facts: Partial<Parameters<typeof conclude>[0]> = {}) {
  const read = { walletsRead: 4, unread: 0 };
  const ledger = { ledgerFailure: null, hasLedger: false };
  return conclude({ rows: verdicts.map(row), ...read, ...ledger, ...facts });
}

const countsOf = (verdicts: Verdict[]) =>
  conclusion(verdicts).counts.map(({ verdict, count }) => `${count} ${verdict}`);

describe('the conclusion of a check', () => {
  it('is that all is proved only when every single balance is', () => {
    expect(conclusion(['proved', 'proved'])).toMatchObject({
      isProved: true,
      needsAttention: false,
      title: 'All 2 balances proved to the last digit',
      doubts: [],
    });
    expect(conclusion(['proved']).title).toBe('All 1 balance proved to the last digit');
    expect(conclusion([])).toMatchObject({ isProved: false, title: 'No balances to check' });
  });

  it('counts balances that are only bounded, or not checked, apart from those that are proved', () => {
    const verdicts: Verdict[] = ['proved', 'proved', 'bounded', 'bounded', 'bounded', 'unchecked'];
    expect(conclusion(verdicts)).toMatchObject({
      isProved: false,
      needsAttention: false,
      title: '2 of 6 balances proved to the last digit',
    });
    expect(countsOf(verdicts)).toEqual(['2 proved', '3 bounded', '1 unchecked']);
  });

  it('always shows all three numbers, and others if there are any', () => {
    expect(countsOf(['proved'])).toEqual(['1 proved', '0 bounded', '0 unchecked']);
    expect(countsOf(['difference', 'changed', 'incomplete'])).toEqual([
      '0 proved',
      '0 bounded',
      '0 unchecked',
      '1 difference',
      '1 changed',
      '1 incomplete',
    ]);
  });

  it.each<Verdict>(['bounded', 'unchecked', 'changed', 'incomplete', 'difference'])(
    'is not that all is verified with one balance %s',
    (verdict) => {
      expect(conclusion(['proved', verdict]).isProved).toBe(false);
    },
  );

  it('is not that all is proved after a difference, and says how one may be none', () => {
    const { isProved, needsAttention, title, doubts } = conclusion(['proved', 'difference']);
    expect([isProved, needsAttention, title]).toEqual([false, true, '1 difference found']);
    expect(doubts).toHaveLength(1);
  });

  it('reports wallets, and a ledger, that could not be read', () => {
    expect(conclusion(['incomplete'], { unread: 2 }).doubts.join(' ')).toContain(
      '2 wallets couldn’t be read completely',
    );
    const failed = conclusion(['proved', 'bounded'], { ledgerFailure: 'No luck today.' });
    expect(failed.doubts.join(' ')).toContain(
      'The ledger couldn’t be loaded, so pools weren’t checked against it: No luck today. Check again.',
    );
  });

  it('sends a difference from the ledger to the command that finds the entries', () => {
    const rows = [{ ...row('difference'), pool: ZERO, entries: decimal(1) }];
    expect(conclusion([], { rows }).doubts.join(' ')).toContain('1 balance differs from its ledger entries');
  });
});

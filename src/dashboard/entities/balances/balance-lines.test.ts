import { describe, expect, it } from 'vitest';
import type { LedgerBalance } from '#contract/gateway/ledger-balances.ts';
import { decimal } from '#domain/decimal.ts';
import { balanceLines, isZeroLine, possiblyDoubled, totalOf, withLedger } from './balance-lines.ts';

const leaf = (available: string) => ({ available: decimal(available) });

const entry = (type: string, withdrawals: string, checks: string): LedgerBalance => ({
  type,
  network: 'eth',
  currency: 'ETH',
  on_hold: { withdrawals: decimal(withdrawals), aml_checks: decimal(checks) },
  aml_fees_paid: decimal(3),
});

describe('the lines of the balances', () => {
  it('are every leaf of the answer, unknown types, networks and currencies included', () => {
    const lines = balanceLines({
      escrow: { ton: { TON: leaf('3') } },
      user: { eth: { ETH: leaf('0.000000000000000001'), USDT: leaf('2') } },
      accounting: { trx_eth: { USDT: { ...leaf('5'), transit: decimal(1), blockchain: decimal(7) } } },
    });
    expect(lines.map(({ currency, type, network }) => [currency, type, network])).toEqual([
      ['USDT', 'user', 'eth'],
      ['USDT', 'accounting', 'trx_eth'],
      ['ETH', 'user', 'eth'],
      ['TON', 'escrow', 'ton'],
    ]);
    expect(lines[1]).toMatchObject({ available: '5', transit: '1', blockchain: '7' });
    expect(lines[2]).toMatchObject({ available: '0.000000000000000001', transit: undefined });
  });

  it('add up kind by kind, and never currencies to one another', () => {
    const lines = balanceLines({
      user: { trx: { USDT: leaf('0.1'), TRX: leaf('1') } },
      accounting: { trx_eth: { USDT: { ...leaf('0.2'), transit: decimal('4'), blockchain: decimal('7') } } },
    });
    const usdt = lines.filter(({ currency }) => currency === 'USDT');
    expect(totalOf(usdt)).toEqual({ available: '0.3', transit: '4', blockchain: '7' });
    expect(() => totalOf(lines)).toThrow(RangeError);
  });

  it('have what the ledger says is on hold, which is added up and is not zero', () => {
    const lines = balanceLines({
      user: { eth: { ETH: leaf('0') } },
      accounting: { eth: { ETH: leaf('2') } },
    });
    const known = withLedger(lines, [entry('user', '0.1', '0.2'), entry('accounting', '0', '0')]);
    expect(known.map(({ onHold }) => onHold)).toEqual(['0.3', '0']);
    expect(totalOf(known).onHold).toBe('0.3');
    expect(known.map(isZeroLine)).toEqual([false, false]);
    expect(lines.map(isZeroLine)).toEqual([true, false]);
    expect(withLedger(lines, null)).toEqual(lines);
  });

  it('are not zero while something is on its way', () => {
    const none = { available: decimal(0), transit: undefined, blockchain: undefined };
    expect(isZeroLine(none)).toBe(true);
    expect(isZeroLine({ ...none, transit: decimal('0.000001') })).toBe(false);
    expect(isZeroLine({ ...none, blockchain: decimal(1) })).toBe(false);
  });

  it('are suspected of counting twice when the pool and its networks both have funds of a currency', () => {
    const pool = { trx_eth: { USDT: leaf('5'), USDC: leaf('1') } };
    expect(possiblyDoubled(balanceLines({ accounting: { ...pool, eth: { USDT: leaf('5') } } }))).toEqual([
      'USDT',
    ]);
    expect(possiblyDoubled(balanceLines({ accounting: { ...pool, eth: { USDT: leaf('0') } } }))).toEqual([]);
    expect(possiblyDoubled(balanceLines({ accounting: pool, user: { eth: { USDT: leaf('5') } } }))).toEqual(
      [],
    );
  });
});

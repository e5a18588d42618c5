import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { parseTimestamp } from '#domain/time.ts';
import { anyLines } from '#dashboard/entities/balances/balances.arbitrary.ts';
import { separatedValues } from './export-buttons.tsx';

const now = { readAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6), at: undefined };
const line = {
  key: '',
  type: 'user',
  network: 'eth',
  currency: 'ETH',
  available: decimal('1234567.000000000000000001'),
  transit: undefined,
  blockchain: undefined,
};

describe('balances as separated values', () => {
  it('have a header, all digits without grouping, and empty cells for what is not published', () => {
    expect(separatedValues([line], now, ',')).toBe(
      'read_at,wallet_type,network,currency,available,transit,blockchain,on_hold_withdrawals,on_hold_aml_checks,aml_fees_paid\r\n' +
        '2026-01-02T03:04:05.006Z,user,eth,ETH,1234567.000000000000000001,,,,,\r\n',
    );
  });

  it('say which past moment they are of', () => {
    const at = parseTimestamp('2025-12-31T23:00:00Z')?.instant;
    expect(separatedValues([line], { ...now, at }, ',')).toBe(
      'as_of,read_at,wallet_type,network,currency,available,transit,blockchain,on_hold_withdrawals,on_hold_aml_checks,aml_fees_paid\r\n' +
        '2025-12-31T23:00:00.000000Z,2026-01-02T03:04:05.006Z,user,eth,ETH,1234567.000000000000000001,,,,,\r\n',
    );
  });

  it('say when a remote provider stated those of a past moment', () => {
    const at = parseTimestamp('2025-12-31T23:00:00Z')?.instant;
    const notedAt = parseTimestamp('2025-12-31T23:04:05Z')?.instant;
    const [header, row] = separatedValues([line], { ...now, at, notedAt }, ',').split('\r\n');
    expect(header).toMatch(/^as_of,noted_at,read_at,wallet_type,/);
    expect(row).toMatch(
      /^2025-12-31T23:00:00\.000000Z,2025-12-31T23:04:05\.000000Z,2026-01-02T03:04:05\.006Z,user,/,
    );
  });

  it('include what is on hold, and what AML checks have cost, if the ledger provides it', () => {
    const held = { withdrawals: decimal('12.5'), aml_checks: decimal(1) };
    const ledger = { on_hold: held, aml_fees_paid: decimal(35) };
    expect(separatedValues([{ ...line, ledger }], now, ',')).toContain('000001,,,12.5,1,35\r\n');
  });

  it('never start a cell of text with what a spreadsheet runs', () => {
    const text = separatedValues([{ ...line, currency: '=HYPERLINK("x")', type: '@SUM(1,2)' }], now, ',');
    expect(text).toContain(`"'@SUM(1,2)"`);
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
  });

  it('guard formulas behind spaces and full-width signs too', () => {
    const text = separatedValues([{ ...line, currency: ' =1+1', type: '＝1+1' }], now, ',');
    expect(text).toContain(`,'＝1+1,eth,' =1+1,`);
  });

  it('keep an amount below zero a number', () => {
    expect(separatedValues([{ ...line, available: decimal('-0.5') }], now, '\t')).toContain('\t-0.5\t');
  });

  it('have the cells of every line, in order', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const [, ...rows] = separatedValues(lines, now, '\t').slice(0, -1).split('\n');
        expect(rows.map((row) => row.split('\t').slice(1))).toEqual(
          lines.map(({ type, network, currency, available, transit = '', blockchain = '' }) => [
            type,
            network,
            currency,
            available,
            transit,
            blockchain,
            '',
            '',
            '',
          ]),
        );
      }),
    );
  });
});

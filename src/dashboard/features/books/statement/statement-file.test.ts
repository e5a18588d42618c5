import { expect, it } from 'vitest';
import type { Session } from '#contract/gateway/sessions.ts';
import type { StatementRow } from '#contract/gateway/statements.ts';
import { sum } from '#domain/arithmetic.ts';
import { decimal, ZERO } from '#domain/decimal.ts';
import { statementCsv, statementHeader } from './statement-file.ts';

const movements = {
  inflow: decimal('3.000000000000000001'),
  outflow: decimal('-1'),
  withdrawal_fees: decimal('-0.5'),
  aml_check_fees: ZERO,
  exchanged_in: ZERO,
  exchanged_out: ZERO,
  collected: ZERO,
  other: ZERO,
};
const opening = { total: decimal('12345678.9'), on_hold: ZERO, in_transit: ZERO };
const closing = { total: decimal('12345680.400000000000000001'), on_hold: decimal('2'), in_transit: ZERO };
const rows: StatementRow[] = ['user', 'accounting'].map((type) => ({
  type,
  network: 'eth',
  currency: 'ETH',
  opening,
  movements,
  closing,
}));
const statement = { from: '2026-10-01T00:00:00.000000Z', as_of: '2026-11-01T00:00:00.000000Z', rows };

it('writes every digit of every row, and their totals beside them', () => {
  const [names = '', first] = statementCsv(statement).split('\r\n');
  expect(names).toMatch(/^wallet_type,network,currency,opening,inflow,outflow,withdrawal_fees,.*,closing,/);
  expect(first).toBe(
    'user,eth,ETH,12345678.9,3.000000000000000001,-1,-0.5,0,0,0,0,0,12345680.400000000000000001,0,2,0,0',
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a file says about its author.
  const session = { account_id: 'acc', user: null, key_name: 'Finance' } as Session;
  const period = { from: '2026-10-01', to: '2026-11-01' };
  const exportedAt = new Date('2026-11-02T08:00:00Z');
  expect(statementHeader({ statement, period, zone: 'UTC', session, exportedAt })).toMatchObject({
    account_id: 'acc',
    period,
    as_of: statement.as_of,
    time_zone: 'UTC',
    key_name: 'Finance',
    exported_at: '2026-11-02T08:00:00.000Z',
    rows_written: 2,
    totals: [{ currency: 'ETH', amounts: { closing: sum([closing.total, closing.total]), outflow: '-2' } }],
  });
});

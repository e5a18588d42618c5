import { expect, it } from 'vitest';
import type { ClosingChecks } from '#contract/gateway/closing.ts';
import { markupOf } from '#dashboard/entities/aml/aml-testing.tsx';
import { parseTimestamp } from '#domain/time.ts';
import { Checklist } from './checklist.tsx';
import { nextPeriod } from './next-period.ts';

const now = parseTimestamp('2026-11-26T12:00:00Z')?.instant;
if (now === undefined) throw new RangeError('No time.');
const period = nextPeriod(new URLSearchParams(), { next_from: null, time_zone: null }, { now, iana: 'UTC' });

function ledgerRow(isOver: boolean, passed: boolean | null): string {
  const checks: ClosingChecks = {
    over: { passed: isOver, closable_at: period.to },
    adds_up: { passed: null, rows: 0, faults: [] },
    opening: { passed: null, is_first: true, differences: [] },
    ledger_check: { passed, fault_count: 0, checked_at: null, history_checked_at: null },
    outcomes: { passed: true, unknown: 0 },
    drift: { passed: true, unexplained: 0 },
  };
  const markup = markupOf(<Checklist checks={checks} period={period} />);
  return /Ledger checked.*?<\/li>/.exec(markup)?.[0] ?? '';
}

it('says of the ledger check that it is late only once the period is over', () => {
  expect(ledgerRow(false, null)).toContain('The period isn’t over.');
  expect(ledgerRow(false, null)).not.toContain('hasn’t finished since');
  expect(ledgerRow(true, null)).toContain('hasn’t finished since the period ended.');
  expect(ledgerRow(true, true)).toContain('No faults.');
});

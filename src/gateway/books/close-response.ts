import * as z from 'zod/mini';
import type { ClosedPeriod } from '#contract/gateway/closed-periods.ts';
import type { LateBooking } from '#contract/gateway/closing.ts';
import { lateBookingLine } from '#contract/gateway/closing.ts';
import { type StatementRow, statementRow } from '#contract/gateway/statements.ts';
import { subtract, sum } from '#domain/arithmetic.ts';
import { isZero } from '#domain/decimal.ts';
import type { CloseRow, ExplainedBooking } from './closes.store.ts';

/** The rows of a statement as they were stored. */
export function storedStatement(stored: unknown): StatementRow[] {
  return z.parse(z.array(statementRow), stored);
}

export function toClosedPeriod(row: CloseRow): ClosedPeriod {
  const { verified } = row;
  return {
    id: row.close_id,
    from: row.period_from,
    to: row.period_to,
    time_zone: row.time_zone,
    closed_at: row.closed_at,
    closed_by: row.closed_by,
    entries: row.entries,
    sha256: row.sha256,
    totals: totalsOf(storedStatement(row.statement)),
    reopened:
      row.reopened_at === null
        ? null
        : { at: row.reopened_at, by: row.reopened_by, reason: row.reason ?? '' },
    verified: verified && {
      at: verified.verified_at,
      by: verified.verified_by,
      entries_hold: verified.entries_hold,
      totals_hold: verified.totals_hold,
      entries: verified.entries,
      sha256: verified.sha256,
    },
    drift: row.drift,
    unexplained: row.unexplained,
    known_late: row.known_late,
  };
}

/** Of each currency that had funds or movements. */
function totalsOf(rows: readonly StatementRow[]): ClosedPeriod['totals'] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].flatMap(([currency, ofCurrency]) => {
    const opening = sum(ofCurrency.map((row) => row.opening.total));
    const closing = sum(ofCurrency.map((row) => row.closing.total));
    const hasMoved = ofCurrency.some(({ movements }) =>
      Object.values(movements).some((each) => !isZero(each)),
    );
    const isEmpty = isZero(opening) && isZero(closing) && !hasMoved;
    return isEmpty ? [] : [{ currency, opening, moved: subtract(closing, opening), closing }];
  });
}

export function toLateBooking(row: ExplainedBooking): LateBooking {
  const { posting_id, kind, document, refers_to, created_at, booked_at, is_drift, notes } = row;
  return {
    posting_id,
    kind,
    document,
    refers_to,
    created_at,
    booked_at,
    lines: z.parse(z.array(lateBookingLine), row.lines),
    is_drift,
    notes,
  };
}

import {
  entriesOfFigure,
  type StatementFigure,
  type StatementPlace,
} from '#contract/gateway/statement-entries.ts';
import type { Instant } from '#domain/time.ts';
import { ledgerEntriesPath } from '#dashboard/entities/books/own-ledger.ts';

/** The list of exactly the ledger entries that a figure of the statement adds up. */
export function entriesPath(
  figure: StatementFigure,
  period: { from: Instant; asOf: Instant },
  place: StatementPlace,
): string {
  return ledgerEntriesPath(entriesOfFigure(figure, period, place));
}

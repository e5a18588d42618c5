import {
  entriesOfFigure,
  type StatementFigure,
  type StatementPlace,
} from '#contract/gateway/statement-entries.ts';
import type { Instant } from '#domain/time.ts';

/** The list of exactly the ledger entries that a figure of the statement adds up. */
export function entriesPath(
  figure: StatementFigure,
  period: { from: Instant; asOf: Instant },
  place: StatementPlace,
): string {
  const query = entriesOfFigure(figure, period, place);
  return `/books/entries?${new URLSearchParams(query).toString()}`;
}

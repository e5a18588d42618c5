import type { BookEntry } from '#contract/gateway/address-book.ts';
import { csvHeader, csvRow, textColumns } from '#domain/csv.ts';

/** The columns of an exported book. An import reads the first four, and leaves the others aside. */
const columns = textColumns(['name', 'network', 'address', 'note', 'added_by', 'added_at', 'usable_from']);

/** The entries as comma-separated values (RFC 4180), which no spreadsheet takes for formulas (see `guarded`). */
export function bookAsCsv(entries: readonly BookEntry[]): string {
  const lines = entries.map((entry) =>
    csvRow(columns, [
      entry.name,
      entry.network,
      entry.address,
      entry.note,
      entry.added_by ?? '',
      entry.added_at,
      entry.usable_from,
    ]),
  );
  return [csvHeader(columns), ...lines].join('');
}

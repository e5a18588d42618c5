import { type BookEntry, listBookEntries } from '#contract/gateway/address-book.ts';
import { parseListQuery } from '#contract/list-address.ts';
import { csvHeader, csvRow, textColumns } from '#domain/csv.ts';
import { listBook } from '#dashboard/entities/address-book/address-book.queries.ts';
import { filtersOf, saveExport } from '#dashboard/list/export/save-export.ts';

/** The columns of an exported book. An import reads the first four, and leaves the others aside. */
const columns = textColumns(['name', 'network', 'address', 'note', 'added_by', 'added_at', 'usable_from']);

/** The entries as comma-separated values (RFC 4180), which no spreadsheet runs as formulas (see `guarded`). */
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

/** Saves all pages of the list at this address as CSV, with its filters and sort order. */
export async function exportBook(search: URLSearchParams): Promise<void> {
  const query = parseListQuery(listBookEntries.query, search);
  const entries = await listBook(query, new AbortController().signal);
  await saveExport({
    name: 'address-book.csv',
    blob: new Blob([bookAsCsv(entries)], { type: 'text/csv' }),
    list: 'address-book',
    filters: filtersOf(query),
    rows: entries.length,
  });
}

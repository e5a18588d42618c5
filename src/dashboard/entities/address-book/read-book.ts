import { type BookEntry, listBookEntries } from '#contract/gateway/address-book.ts';
import { call } from '#dashboard/api/client.ts';
import type { BookQuery } from './address-book.queries.ts';

/** The most that the interface allows. */
const limit = 300;

/**
 * Reads every entry that the query finds, page by page. One that is added or deleted meanwhile shifts the pages
 * behind it: another may then be missing.
 */
export async function readBook(query: BookQuery, signal: AbortSignal): Promise<BookEntry[]> {
  const entries = new Map<string, BookEntry>();
  for (let offset = 0; ;) {
    const { rows, count } = await call(listBookEntries, { query: { ...query, limit, offset } }, signal);
    for (const row of rows) if (row.isWhole) entries.set(row.value.id, row.value);
    offset += rows.length;
    if (rows.length === 0 || (count !== null && offset >= count)) return [...entries.values()];
  }
}

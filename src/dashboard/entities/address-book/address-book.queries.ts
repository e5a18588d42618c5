import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type BookEntry,
  findBookEntries,
  findBookEntry,
  listBookEntries,
} from '#contract/gateway/address-book.ts';
import type { DataOf, QueryOf } from '#contract/operation.ts';
import type { Network } from '#domain/networks.ts';
import { keyOf, queryOf } from '#dashboard/api/queries.ts';
import type { ListSource } from '#dashboard/api/list-source.ts';
import { call } from '#dashboard/api/client.ts';
import { type Wanted, wantedParts } from '#dashboard/api/wanted-parts.ts';
import { entryKey } from './book-paths.ts';

type BookQuery = Partial<QueryOf<typeof listBookEntries>>;
/** A recipient's entry, whether the account withdraws only to its address book, and why it would be refused now. */
export type BookLookup = DataOf<typeof findBookEntry>;

/** Every entry of the account's book. */
export const addressBook: ListSource<typeof listBookEntries.query, BookEntry> = {
  name: 'address-book',
  operation: listBookEntries,
  schema: listBookEntries.query,
  read: (query, signal) => call(listBookEntries, { query }, signal),
  rowId: ({ value: { network, address } }) =>
    network === undefined || address === undefined ? undefined : entryKey({ network, address }),
};

export const bookQueries = {
  /** The first entries whose name, address or note has the text in it, for a field that offers them. */
  search: (text: string, network?: Network) =>
    queryOptions({
      queryKey: keyOf(listBookEntries, { search: text, network }),
      queryFn: async ({ signal }): Promise<BookEntry[]> => {
        const query = { search: text, network, limit: 20 };
        const { rows } = await call(listBookEntries, { query }, signal);
        return rows.flatMap((row) => (row.isWhole ? [row.value] : []));
      },
      placeholderData: keepPreviousData,
      staleTime: 30_000,
    }),

  /** The entries that match any of the values, however many entries there are. */
  known: (wanted: Wanted) => {
    const parts = wantedParts(wanted);
    return queryOptions({
      queryKey: keyOf(findBookEntries, { parts }),
      queryFn: async ({ signal }): Promise<BookEntry[]> => {
        const found = await Promise.all(parts.map(async (body) => call(findBookEntries, { body }, signal)));
        return found.flatMap(({ entries }) => entries);
      },
      staleTime: 10_000,
    });
  },

  /** What the book and the account's rules say about a recipient. Fails if it isn't an address of the network. */
  lookup: (network: Network, address: string) =>
    queryOptions({
      ...queryOf(findBookEntry, { query: { network, address } }),
      // A colleague may change the book or the rules any moment; the gateway has the last word anyway.
      staleTime: 10_000,
    }),
};

/** The most that the interface allows. */
const limit = 300;

/**
 * Reads every entry that the query finds, page by page. One that is added or deleted in the meantime shifts the pages
 * behind it: another may then be missing.
 */
export async function listBook(query: BookQuery, signal: AbortSignal): Promise<BookEntry[]> {
  const entries = new Map<string, BookEntry>();
  for (let offset = 0; ;) {
    const { rows, count } = await call(listBookEntries, { query: { ...query, limit, offset } }, signal);
    for (const row of rows) if (row.isWhole) entries.set(row.value.id, row.value);
    offset += rows.length;
    if (rows.length === 0 || (count !== null && offset >= count)) return [...entries.values()];
  }
}

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { openSets } from '#contract/fields.ts';
import { type LedgerEntry, listLedgerEntries } from '#contract/gateway/ledger-entries.ts';
import { sumLedgerEntries } from '#contract/gateway/list-sums.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { ListSource } from '#dashboard/api/list-source.ts';
import { call } from '#dashboard/api/client.ts';
import { keyOf } from '#dashboard/api/queries.ts';

// The page of a list begins at an offset.
const schema = openSets(z.omit(listLedgerEntries.query, { after: true }));

export type EntriesSchema = typeof schema;

/** The ledger entries of the account's own funds. */
export const ledgerEntries: ListSource<EntriesSchema, LedgerEntry> = {
  name: 'ledger-entries',
  operation: listLedgerEntries,
  schema,
  read: (query, signal) => call(listLedgerEntries, { query }, signal),
  rowId: ({ value }) => value.entry_id,
  createdAt: ({ value }) => value.booked_at,
};

/** What all entries that match add up to, by currency. Null in front of a remote provider. */
export function entrySums(query: QueryOf<typeof sumLedgerEntries>) {
  const request = { query };
  return queryOptions({
    queryKey: keyOf(sumLedgerEntries, request),
    queryFn: async ({ signal }) => (await call(sumLedgerEntries, request, signal)).found,
    placeholderData: keepPreviousData,
  });
}

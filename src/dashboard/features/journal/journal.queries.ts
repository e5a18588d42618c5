import { openSets } from '#contract/fields.ts';
import { type JournalEntry, listJournal } from '#contract/gateway/journal.ts';
import type { ListSource } from '#dashboard/api/list-source.ts';
import { call } from '#dashboard/api/client.ts';

const schema = openSets(listJournal.query);

/** What was changed through the gateway, by whom, and what came of it. */
export const journal: ListSource<typeof schema, JournalEntry> = {
  name: 'journal',
  operation: listJournal,
  schema,
  read: (query, signal) => call(listJournal, { query }, signal),
  rowId: ({ value }) => value.sequence?.toString(),
  createdAt: ({ value }) => value.created_at,
};

export const journalPath = '/journal';

/** The page of one entry. */
export function journalEntryPath(sequence: string): string {
  return `${journalPath}/${encodeURIComponent(sequence)}`;
}

import type { Kysely } from 'kysely';
import { type JournalEntry, type JournalStatus, listJournal } from '#contract/gateway/journal.ts';
import type { Tables } from '#database/tables.ts';
import { type Host, serve } from '#http/serve.ts';
import type { SignedIn } from '../console-host.ts';
import { type JournalRow, listJournalRows } from './journal-list.store.ts';

/** The journal belongs to the account: its keys see what each of them did, and nothing of any other account. */
export function registerJournalRoutes(host: Host<SignedIn>, db: Kysely<Tables>): void {
  serve(host, listJournal, async ({ query, caller }) => {
    const { count, rows } = await listJournalRows(db, caller.accountId, query);
    return { count, entries: rows.map(published) };
  });
}

function published(row: JournalRow): JournalEntry {
  return { ...row, created_at: row.recorded_at, status: statusOf(row.http_status) };
}

function statusOf(httpStatus: number | null): JournalStatus {
  if (httpStatus === null) return 'unknown';
  if (httpStatus < 300) return 'completed';
  return httpStatus < 500 ? 'rejected' : 'failed';
}

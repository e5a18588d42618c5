import type { Kysely } from 'kysely';
import {
  type JournalEntry,
  type JournalOutcome,
  type JournalResult,
  listJournal,
} from '#contract/gateway/journal.ts';
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
  return { ...row, result: resultOf(row.outcome_status), outcome: outcomeOf(row) };
}

function resultOf(status: number | null): JournalResult {
  if (status === null) return 'unknown';
  if (status < 300) return 'done';
  return status < 500 ? 'refused' : 'failed';
}

function outcomeOf(row: JournalRow): JournalOutcome | null {
  const {
    outcome_sequence: sequence,
    outcome_recorded_at: recordedAt,
    outcome_status: status,
    outcome_previous_hash: previousHash,
    outcome_hash: hash,
  } = row;
  if (sequence === null || recordedAt === null || status === null) return null;
  return {
    sequence,
    recorded_at: recordedAt,
    status,
    error_message: row.outcome_error_message,
    created_id: row.outcome_created_id,
    previous_hash: previousHash ?? '',
    hash: hash ?? '',
  };
}

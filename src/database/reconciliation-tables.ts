import type { Instant } from '#domain/time.ts';

export type ReconciliationsTable = {
  reconciliation_id: string;
  account_id: string;
  /** The first one of those that repeat each other with corrected files. */
  series_id: string;
  name: string;
  file_name: string;
  /** In hexadecimal. */
  file_sha256: string;
  file_bytes: number;
  /** JSON, as requested. */
  mapping: string;
  period_from: Instant;
  /** The first moment after the period. */
  period_to: Instant;
  /** When it was requested. Nothing that was booked later is in it. */
  as_of: Instant;
  /** Null: all. */
  currency: string | null;
  tolerance_hours: number;
  /** Null where an API key requested it. */
  user_id: string | null;
  /** The name of the user or API key; null where the wallet service does not tell. */
  created_by: string | null;
  state: 'waiting' | 'working' | 'ready' | 'failed';
  /** When the job takes it up: while it is worked on, the end of the lease. Null once it is ready or has failed. */
  next_at: Instant | null;
  lease_version: number;
  /** How often it was begun. */
  attempts: number;
  /** Why it failed, as sentences. */
  failure: string | null;
  /** JSON, once it is ready. */
  summary: string | null;
};

/** What a reconciliation needs until it has ended. */
export type ReconciliationFilesTable = {
  reconciliation_id: string;
  content: Buffer;
  /** JSON lines of a remote provider’s lists. Null with our own wallet service, whose books the job reads itself. */
  provider_lines: Buffer | null;
  /** Rows of these lists that aren’t as documented. */
  unreadable_rows: number;
};

/** What became of a line. Only those with the `lease_version` of the reconciliation belong to it. */
export type ReconciliationLinesTable = {
  reconciliation_id: string;
  lease_version: number;
  /** Counts from 1. */
  number: number;
  kind: string;
  /** The same for the same line of another run. */
  line_key: string;
  /** JSON. */
  content: string;
};

/** Notes and resolutions of a line, for all runs that have it. Rows are only added. */
export type ReconciliationNotesTable = {
  series_id: string;
  line_key: string;
  /** Counts from 1 for each line. */
  number: number;
  action: 'note' | 'resolve' | 'reopen';
  note: string;
  noted_at: Instant;
  user_id: string | null;
  noted_by: string | null;
};

export type ReconciliationMappingsTable = {
  account_id: string;
  name: string;
  /** JSON. */
  mapping: string;
  saved_at: Instant;
};

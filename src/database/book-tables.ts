import type { Instant } from '#domain/time.ts';

/** Files of the books that someone requested. */
export type StatementFilesTable = {
  file_id: string;
  account_id: string;
  /** Made by whoever requests it, and unique for each account: the same request twice makes one file. */
  idempotency_key: string;
  format: 'pdf' | 'xlsx' | 'csv';
  /** Whether it has every ledger entry beside the statement. */
  with_entries: boolean;
  period_from: Instant;
  /** The first moment after the period. */
  period_to: Instant;
  /** The moment that the closing is of: the end of the period or, before that, when the file was requested. */
  as_of: Instant;
  /** The IANA name of the zone that times are in. */
  time_zone: string;
  requested_at: Instant;
  /** Null where an API key requested it. */
  user_id: string | null;
  /** The name of the user or API key; null where the wallet service does not tell. */
  requested_by: string | null;
  state: 'waiting' | 'working' | 'ready' | 'failed';
  /** When the job takes it up: while it is being made, the end of the lease. Null once it is ready or has failed. */
  next_at: Instant | null;
  lease_version: number;
  /** How often it was begun. */
  attempts: number;
  /** Entries written so far. */
  rows_done: number;
  /** Entries of the period; null until they have been counted. */
  rows_total: number | null;
  /** Why it failed, as sentences. */
  failure: string | null;
  ended_at: Instant | null;
  /** The following once it is ready. */
  name: string | null;
  bytes: number | null;
  /** Of the file, in hexadecimal. */
  sha256: string | null;
  /** Of the statement's rows as CSV, whatever the format. */
  rows_sha256: string | null;
  /** Of the entries as CSV; null without entries. */
  entries_sha256: string | null;
  /** When it is deleted. */
  expires_at: Instant;
};

/** A piece of a file. Only those with the file's own `lease_version` belong to it. */
export type StatementFilePartsTable = {
  file_id: string;
  lease_version: number;
  /** Counts from 0. */
  number: number;
  content: Buffer;
};

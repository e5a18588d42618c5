import type { Instant } from '#domain/time.ts';

/** What changes with each close and reopening of an account’s books. */
export type BooksTable = {
  account_id: string;
  /** Starts at 1 and goes up by one with each close and reopening, so that of two at once one loses. */
  version: number;
  /** Late bookings were looked for up to this booking time. */
  searched_until: Instant;
};

/** A period that was closed. Rows are never changed: a reopening is a row of `book_reopenings`. */
export type BookClosesTable = {
  close_id: string;
  account_id: string;
  /** The version of the books that it made. */
  version: number;
  period_from: Instant;
  /** Exclusive. */
  period_to: Instant;
  /** IANA name. */
  time_zone: string;
  entries: number;
  /** SHA-256 of the entries, in hexadecimal. */
  sha256: string;
  /** JSON: the rows of the statement; written as text, read by `parseJson`. */
  statement: unknown;
  closed_at: Instant;
  /** The name of the user or API key; null where the wallet service doesn’t tell. So are those below. */
  closed_by: string | null;
};

export type BookReopeningsTable = {
  close_id: string;
  /** The version of the books that it made. */
  version: number;
  reason: string;
  reopened_at: Instant;
  reopened_by: string | null;
};

export type BookVerificationsTable = {
  close_id: string;
  verified_at: Instant;
  verified_by: string | null;
  /** What was found. */
  entries: number;
  sha256: string;
  entries_hold: boolean;
  totals_hold: boolean;
};

/** What was booked after the end of the closed period in which its document was created. */
export type LateBookingsTable = {
  close_id: string;
  posting_id: string;
  kind: string;
  /** The ID of the document. */
  document: string;
  /** What the document is; null where the ledger doesn’t tell. */
  refers_to: string | null;
  created_at: Instant;
  booked_at: Instant;
  /** Booked after the period was closed. */
  is_drift: boolean;
  /** JSON: what it moved in each place; written as text, read by `parseJson`. */
  lines: unknown;
};

/** Why something is drift, as users explained it. Rows are never changed. */
export type DriftNotesTable = {
  note_id: string;
  close_id: string;
  posting_id: string;
  note: string;
  noted_at: Instant;
  noted_by: string | null;
};

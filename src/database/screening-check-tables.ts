import type { Decimal } from '#domain/decimal.ts';
import type { AmlNetwork, Network } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';

/**
 * The AML checks that the gateway requested for an account, because the interface has no list of them. The account may
 * be a remote provider's. Don't confuse it with `aml_checks`, in which the embedded service does its own work.
 */
export type ScreeningChecksTable = {
  check_id: string;
  account_id: string;
  network: AmlNetwork;
  /** In canonical spelling. */
  value: string;
  kind: 'address' | 'transaction';
  state: 'queued' | 'asking' | 'waiting' | 'stopped' | 'finished' | 'failed' | 'lost';
  /** Grows each time a worker claims it or a user stops it, so that an earlier claim no longer counts. */
  lease_version: number;
  payer_address: string | null;
  /** The provider's name for the check. Never overwritten. */
  uid: string | null;
  /** The name of the user or API key that asked; null where the wallet service does not tell. */
  asked_by: string | null;
  key_fingerprint: string;
  /** The key that the provider is asked with, encrypted for this row; there only while something is to be asked. */
  sealed_key: Buffer | null;
  created_at: Instant;
  /** When something visible changed. */
  updated_at: Instant;
  ended_at: Instant | null;
  /** Since when the provider is tried without an end; later than `created_at` where the check was resumed. */
  tried_since: Instant;
  /**
   * When a worker looks at it next: asks, asks again, finds that no answer was received, or fetches the PDF of a
   * finished one. It is also the lease of the worker that claimed it. Null: nothing is left to do.
   */
  next_at: Instant | null;
  /** How often the provider was asked for the report. */
  rechecks: number;
  /** How often in a row nothing came of it. */
  failures: number;
  /** The status of the provider's answer. Null where none arrived, as are the two that follow where all is well. */
  failure_status: number | null;
  failure_code: string | null;
  failure_message: string | null;
  /** Null unless finished, as are the three that follow; also where the report has none that can be read. */
  score: Decimal | null;
  /** JSON, `Finding[]` with shares as text and the category's key in `key`; written as text, read by `parseJson`. */
  findings: unknown;
  /** See `presentCategories`. */
  categories: string[] | null;
  is_sanctioned: boolean | null;
  /** See `isNotFound`; false unless finished. */
  is_not_found: boolean;
  /** As the provider wrote it. */
  checks_left: string | null;
  /** The SHA-256 of the answer, byte for byte, in hexadecimal. */
  report_sha256: string | null;
  /** Null if there is none. */
  pdf_link: string | null;
  has_pdf: boolean;
  /** The latest decision: one of its own, or one that is carried over (see `CarriedDecisionsTable`). */
  decision_id: string | null;
  decision: 'accepted' | 'rejected' | 'escalated' | null;
};

export type ScreeningReportsTable = {
  check_id: string;
  /** The body of the provider's answer, unchanged. */
  answer: Buffer;
  pdf: Buffer | null;
};

/** Append-only. */
export type CheckDecisionsTable = {
  decision_id: string;
  check_id: string;
  decision: 'accepted' | 'rejected' | 'escalated';
  note: string;
  /** The band at that time, by the rules of that time. */
  band: 'low' | 'unknown' | 'medium' | 'high' | 'severe';
  /** The name of the user or API key; null where the wallet service does not tell. */
  decided_by: string | null;
  key_fingerprint: string;
  decided_at: Instant;
};

/**
 * Append-only. A decision that was made on another check of the same subject and holds for this one too, because the
 * result is the same. It isn't a decision of its own: it lifts no rejection and makes none.
 */
export type CarriedDecisionsTable = {
  check_id: string;
  decision_id: string;
  carried_at: Instant;
};

/** Subjects that are checked again and again. */
export type AmlWatchesTable = {
  watch_id: string;
  account_id: string;
  network: AmlNetwork;
  /** In canonical spelling: unique for each account and network. */
  value: string;
  kind: 'address' | 'transaction';
  every_days: number;
  /** Starts at 1 and goes up by one with each change by a person. */
  version: number;
  /** The name of the user or API key that asks for its checks; null if the wallet service doesn't say. */
  key_name: string | null;
  key_fingerprint: string;
  /** The key, encrypted for this row. */
  sealed_key: Buffer;
  created_at: Instant;
  next_at: Instant;
  /** Why the last cycle began no check. */
  hindrance: 'budget' | 'key' | 'stopped' | null;
  /** The latest result that a user has confirmed having seen. */
  seen_check_id: string | null;
};

/** What monitoring has spent. */
export type AmlWatchSpendingsTable = {
  account_id: string;
  /** A month in UTC, `2026-01`. */
  month: string;
  /** 1, 2, 3 … in each month. */
  number: number;
  check_id: string;
};

/** Rows that a decision on an address and payments to it both lock. Addresses share them. */
export type RecipientLocksTable = {
  slot: number;
  /** No payment is started before this moment: a rejection waits for those that are being sent. */
  closed_until: Instant | null;
};

/** Payments and requests for payments that are being handed over right now. */
export type SendsInFlightTable = {
  send_id: string;
  account_id: string;
  network: Network;
  /** In canonical spelling. */
  address: string;
  /** Nothing is sent any more after this moment, even if its process never reports the end. */
  ends_at: Instant;
};

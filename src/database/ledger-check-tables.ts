import type { Decimal } from '#domain/decimal.ts';
import type { Currency, Network } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';

/** The document of a collection or settlement. It has the id of its posting. */
export type FundTransfersTable = {
  posting_id: string;
  account_id: string;
  kind: 'collection' | 'settlement';
  network: Network;
  currency: Currency;
  amount: Decimal;
  /** The wallet that a collection empties; null for a settlement. */
  wallet_address: string | null;
  created_at: Instant;
};

/** How far the ledger check has got. */
export type LedgerChecksTable = {
  scope: 'current' | 'history';
  /** When the next step is due. */
  next_at: Instant;
  /** JSON: where the round in progress continues; null between rounds. */
  position: string | null;
  /** When the last round ended; null before the first one has. */
  finished_at: Instant | null;
  /** When the last or the current round began. */
  started_at: Instant | null;
};

/** The sum of an account's entries created up to `until`. */
export type LedgerCheckpointsTable = {
  ledger_account_id: string;
  until: Instant;
  total: Decimal;
};

export type LedgerFaultsTable = {
  fault_id: string;
  rule: string;
  /** The table that the rule was checking, and the key of the row with the fault. */
  walk: string;
  row_key: string;
  /** Null: the fault belongs to no account. */
  account_id: string | null;
  subject: string;
  /** What distinguishes two faults of one subject: a fault that changes is another one. */
  mark: string;
  expected: string;
  found: string;
  first_seen_at: Instant;
  last_seen_at: Instant;
  resolved_at: Instant | null;
  /** The round that has to find the fault again, or resolves it. */
  recheck: string | null;
};

export type LedgerResumptionsTable = {
  fault_id: string;
  account_id: string;
  note: string;
  /** The name of the user or API key. */
  resumed_by: string | null;
  resumed_at: Instant;
};

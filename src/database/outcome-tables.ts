import type { Decimal } from '#domain/decimal.ts';
import type { Instant } from '#domain/time.ts';

/** What became of withdrawals that the gateway sent, or was about to send, to a remote provider. */
export type WithdrawalOutcomesTable = {
  outcome_id: string;
  /** The remote provider's account. */
  account_id: string;
  /** Unique for each account, whatever became of it. */
  external_id: string;
  state: 'in_flight' | 'confirmed' | 'refused' | 'outcome_unknown' | 'not_created' | 'handled';
  /** In lower case. */
  network: string;
  currency: string;
  amount: Decimal;
  /** As it was sent. */
  recipient_wallet: string;
  /** Normalized for comparing recipients. */
  recipient_key: string;
  sender: string | null;
  sender_wallet: string | null;
  /** The same for bodies that ask for the same. */
  body_hash: string;
  /** The name of the user or API key that sent it; null where the wallet service doesn't tell. */
  key_name: string | null;
  key_fingerprint: string;
  via: 'session' | 'program';
  /** The key that the provider is asked with, encrypted for this row; there only while something is to be asked. */
  sealed_key: Buffer | null;
  /** It grows with each attempt, check and change, so that an earlier claim of the row no longer counts. */
  lease_version: number;
  attempts: number;
  /** The first attempt that may have created a request. */
  first_attempt_at: Instant;
  last_attempt_at: Instant;
  /** The provider's ID of the request. Only of confirmed ones. */
  request_id: string | null;
  /** The provider's confirmation, unchanged; null if a check confirmed it. */
  response: string | null;
  refusal: string | null;
  /** When the last attempt ended without a confirmation. */
  unknown_since: Instant | null;
  unknown_because: string | null;
  checks: number;
  checked_at: Instant | null;
  /** What the last check found that left the outcome unknown. */
  finding: string | null;
  /** When it is checked next; while it is in flight, when its sender must have ended. */
  next_at: Instant | null;
  note: string | null;
  handled_by: string | null;
  handled_at: Instant | null;
};

/** The header `Idempotency-Key` of withdrawals, and what was first asked for with it. */
export type IdempotencyKeysTable = {
  account_id: string;
  /** As the program sent it: unique for each account. */
  idempotency_key: string;
  external_id: string;
  /** See `SentPayment`. */
  body_hash: string;
  /** `refused`: nothing was created with it, so that another request may use it. */
  state: 'claimed' | 'created' | 'refused';
  used_at: Instant;
};

import type { Decimal } from '#domain/decimal.ts';
import type { Currency, Network } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';

export type TransactionsTable = {
  transaction_id: string;
  account_id: string;
  network: Network;
  direction: 'in' | 'out';
  status: 'in_progress' | 'completed' | 'error';
  currency: Currency;
  /** What the recipient gets. */
  amount: Decimal;
  fee: Decimal;
  /** An address or a descriptive label. */
  sender_wallet: string;
  recipient_wallet: string;
  hash: string;
  created_at: Instant;
};

/**
 * How many rows a list has of each kind in an hour, a day or a month, and what they add up to, changed in the
 * transaction that changes the rows.
 */
type CountsTable<Dimensions extends string, Sums extends string> = {
  account_id: string;
  grain: 'hour' | 'day' | 'month';
  /** The first moment of it, UTC. */
  bucket: Instant;
  rows: number;
} & Record<Dimensions, string> &
  Record<Sums, Decimal>;

export type TransactionCountsTable = CountsTable<
  'network' | 'currency' | 'direction' | 'status',
  'amount' | 'fee'
>;

export type ExchangeTransactionsTable = {
  transaction_id: string;
  account_id: string;
  network_from: Network;
  network_to: Network;
  currency_from: Currency;
  currency_to: Currency;
  status: 'in_progress' | 'completed' | 'error';
  amount_from: Decimal;
  /** The amount that arrives, without the fee. */
  amount_to: Decimal;
  /** In `currency_to`. */
  fee: Decimal;
  /** How much of `currency_to` one of `currency_from` gives before the fee. */
  rate: Decimal;
  created_at: Instant;
};

export type ExchangeCountsTable = CountsTable<
  'network_from' | 'network_to' | 'currency_from' | 'currency_to' | 'status',
  'amount_from' | 'amount_to' | 'fee'
>;

/** One movement on a chain, once for all accounts: what AML screening follows. */
export type TransfersTable = {
  network: Network;
  hash: string;
  sender: string;
  recipient: string;
  currency: Currency;
  amount: Decimal;
  created_at: Instant;
};

/** Why a withdrawal request was rejected or failed. */
export type ReasonCode =
  | 'sanctions'
  | 'compliance'
  | 'wallet_blocked'
  | 'recipient_deleted'
  | 'signing_refused'
  | 'network_failure';

export type WithdrawalRequestsTable = {
  request_id: string;
  account_id: string;
  external_id: string;
  amount: Decimal;
  fee: Decimal;
  fee_included: boolean;
  currency: Currency;
  network: Network;
  sender: 'user' | 'exchange';
  /** Null where the sender is the exchange pool. */
  sender_wallet: string | null;
  recipient_wallet: string;
  comment: string | null;
  status: 'new' | 'processing' | 'completed' | 'rejected' | 'error';
  transaction_status: 'pending' | 'confirmed' | 'failed' | null;
  hash: string | null;
  transaction_id: string | null;
  /** Why it was rejected or failed, as a sentence; the interface has no field for it. */
  reason: string | null;
  /** The kind of `reason`; null if there is none, and for requests that ended before it was stored. */
  reason_code: ReasonCode | null;
  created_at: Instant;
  updated_at: Instant;
  /** A deleted request leaves the list; its external id stays used. */
  deleted_at: Instant | null;
  /**
   * When the worker looks at it next; null once nothing is left to do. It is also the lease of the worker that claimed
   * it.
   */
  next_step_at: Instant | null;
};

/** What was ordered when a request was created. Never changed. */
export type WithdrawalOrdersTable = Pick<
  WithdrawalRequestsTable,
  | 'request_id'
  | 'account_id'
  | 'amount'
  | 'fee'
  | 'fee_included'
  | 'currency'
  | 'network'
  | 'sender_wallet'
  | 'recipient_wallet'
>;

export type WithdrawalCountsTable = CountsTable<
  'network' | 'currency' | 'status',
  /** `added_fee`: fees on top of the amount. */
  'amount' | 'fee' | 'added_fee'
>;

/** A payment as it was signed, kept before it is sent. */
export type PaymentsTable = {
  request_id: string;
  network: Network;
  hash: string;
  signed: string;
  signed_at: Instant;
  /** Until when the last attempt to send it may have reached the network; null: nothing was ever sent. */
  send_ends_at: Instant | null;
};

/** Fees and minimums that differ from the program's defaults. */
export type WithdrawalFeesTable = {
  network: Network;
  currency: Currency;
  fee: Decimal;
  minimum: Decimal;
};

/** What the sandbox's simulated network has received. */
export type SandboxChainPaymentsTable = {
  network: Network;
  hash: string;
  signed: string;
  received_at: Instant;
};

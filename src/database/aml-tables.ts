import type { Decimal } from '#domain/decimal.ts';
import type { AmlNetwork, Network } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';

/** Whose an address is, according to a source. */
export type AmlLabelsTable = {
  network: Network;
  /** In its canonical spelling. */
  address: string;
  source: string;
  entity: string;
  /** A category of the closed list in `categories.ts`. */
  category: string;
  imported_at: Instant;
};

/** How many checks an account has left, not counting those in progress. */
export type AmlAllowancesTable = {
  account_id: string;
  checks_left: number;
};

/** What differs from the program's defaults. */
export type AmlSettingsTable = {
  name: 'fee_usdt' | 'starting_checks';
  value: Decimal;
};

export type AmlChecksTable = {
  uid: string;
  account_id: string;
  network: AmlNetwork;
  /** The address or transaction id in its canonical spelling. */
  value: string;
  subject: 'address' | 'transaction';
  is_async: boolean;
  /** The wallet that pays; null: one of the account's checks. */
  payer_address: string | null;
  /** In USDT; 0 if a prepaid check was used. */
  fee: Decimal;
  status: 'pending' | 'completed' | 'failed';
  /** How often its screening was started. */
  attempts: number;
  /** JSON; written as text, read by `parseJson`. */
  report: unknown;
  method_version: string | null;
  failure: string | null;
  created_at: Instant;
  completed_at: Instant | null;
  /** When the worker looks at it next; null once it is finished. It is also the lease of the worker that claimed it. */
  next_step_at: Instant | null;
};

export type ServiceSecretsTable = {
  name: string;
  secret: Buffer;
};

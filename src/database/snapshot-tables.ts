import type { Instant } from '#domain/time.ts';

/** What a remote provider said an account’s balances were. Append-only. */
export type BalanceSnapshotsTable = {
  account_id: string;
  /** The full hour that it is of. */
  hour: Instant;
  /** When the provider answered, at most a few minutes later. */
  taken_at: Instant;
  /** JSON of `UserBalances`, every amount with all its digits. */
  balances: string;
};

import type { Network } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';

/** Sanctions lists that an account has loaded, now or earlier. */
export type SanctionsListsTable = {
  list_id: string;
  account_id: string;
  /** Unique among the account's loaded lists. */
  name: string;
  /** The date that the list itself has, `2026-01-31`. */
  list_date: string;
  /** How many addresses it names. */
  entries: number;
  loaded_at: Instant;
  /** The name of the user or API key; null where the wallet service does not tell. */
  loaded_by: string | null;
  key_fingerprint: string;
  /** When it was replaced or removed; null: it is loaded. */
  removed_at: Instant | null;
};

/** For a list that is no longer loaded, only the addresses that the account has checked remain. */
export type SanctionsEntriesTable = {
  network: Network;
  /** In canonical spelling. */
  address: string;
  list_id: string;
  /** Empty if the list names no owner. */
  entity: string;
  /** When the account first loaded a list of this name with this address, without a gap since. */
  listed_since: Instant;
};

import type { Network } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';

/** Views of lists that the keys of an account keep under a name. The account may be a remote provider's. */
export type SavedViewsTable = {
  view_id: string;
  account_id: string;
  /** Which list it is a view of, for instance `transactions`. */
  list: string;
  name: string;
  /** The name as names are compared: unique for each account and list. */
  name_key: string;
  /** The query text of the list's address, without `?`. */
  search: string;
  /** 1 at first, one more with each change. */
  version: number;
  /** The name of the key that made it; null where the wallet service does not tell. */
  created_by: string | null;
  created_at: Instant;
  updated_at: Instant;
};

/** What an account has changed from the defaults. */
export type AccountSettingsTable = {
  account_id: string;
  name: 'explorers' | 'withdrawal_rules';
  /** JSON; written as text, read by `parseJson`. */
  value: unknown;
  /** 1 at first, one more with each change. */
  version: number;
  updated_at: Instant;
  /** The name of the key that changed it; null where the wallet service does not tell. */
  updated_by: string | null;
};

/** Addresses that the keys of an account keep under a name. The account may be a remote provider's. */
export type AddressBookTable = {
  entry_id: string;
  account_id: string;
  network: Network;
  /** In canonical spelling, so that an address is in the book once: unique for each account and network. */
  address: string;
  name: string;
  /** The name as names are sorted. */
  name_key: string;
  note: string;
  /** Name, address and note as they are searched, a line each. */
  search_key: string;
  /** 1 at first, one more with each change. */
  version: number;
  /** The name of the key that added it; null where the wallet service does not tell. */
  added_by: string | null;
  added_at: Instant;
  updated_at: Instant;
  /** The end of the address's cooling-off. */
  usable_from: Instant;
};

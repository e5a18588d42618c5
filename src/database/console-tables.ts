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
  /** Starts at 1 and goes up by one with each change. */
  version: number;
  /** The name of the user or API key that made it; null where the wallet service does not tell. */
  created_by: string | null;
  created_at: Instant;
  updated_at: Instant;
};

/** What an account has changed from the defaults. */
export type AccountSettingsTable = {
  account_id: string;
  name: 'explorers' | 'withdrawal_rules' | 'aml_rules' | 'aml_watch_budget' | 'valuation';
  /** JSON; written as text, read by `parseJson`. */
  value: unknown;
  /** Starts at 1 and goes up by one with each change. */
  version: number;
  updated_at: Instant;
  /** The name of the user or API key that changed it; null where the wallet service does not tell. */
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
  /** Starts at 1 and goes up by one with each change. */
  version: number;
  /** The name of the user or API key that added it; null where the wallet service does not tell. */
  added_by: string | null;
  added_at: Instant;
  updated_at: Instant;
  /** The end of the address's cooling-off. */
  usable_from: Instant;
};

/** What the keys of an account note about a wallet. The account may be a remote provider's. */
export type WalletNotesTable = {
  account_id: string;
  /** As the wallet service writes it. */
  address: string;
  /** Empty if there is none. */
  note: string;
  /** A JSON array of text; written as text, read by `parseJson`. */
  tags: unknown;
  /** Starts at 1 and goes up by one with each change. */
  version: number;
  updated_at: Instant;
  /** The name of the user or API key that changed it; null where the wallet service does not tell. */
  updated_by: string | null;
};

/** The end of an account's activity log, so that an entry removed from its end is noticed. */
export type AuditLogHeadsTable = {
  account_id: string;
  /** How many entries there are; the last one has this sequence. */
  entries: number;
  /** The hash of the last entry. */
  hash: string;
};

/** What was requested from the gateway and, in an entry of its own, the outcome. Append-only. */
export type AuditLogEntriesTable = {
  account_id: string;
  /** 1, 2, 3 … for each account, without a gap. */
  sequence: number;
  recorded_at: Instant;
  /** The sequence of the request whose outcome this is; null: this is a request. */
  outcome_of: number | null;
  /** The id that the answer and the log carry. */
  request_id: string;
  /** The operation's id in the contract. */
  operation: string;
  key_name: string | null;
  key_fingerprint: string;
  /** Null where an API key signed in, and in entries from before there were users. */
  user_id: string | null;
  /** The user's name at the time. */
  user_name: string | null;
  /** `command`: an operator on the machine; `system`: the register of activity logs (see `REGISTER`). */
  via: 'session' | 'program' | 'command' | 'identity-provider' | 'system';
  /** What the request is about: an address, an id, a name. */
  subject: string | null;
  /** What was asked, as JSON text. Only of requests. */
  details: string | null;
  /** The status of the answer. Only of outcomes, as are the two that follow. */
  status: number | null;
  error_message: string | null;
  /** The id of what was created. */
  created_id: string | null;
  /** Where the request came from. This and the two that follow are null in entries from before they were recorded. */
  ip_address: string | null;
  /** The same short text for the same session, from which nothing of its id can be learnt. */
  session: string | null;
  /** What a key needs to see more than that the request was made: see `DetailsPermission`. */
  details_permission: string | null;
  /** Random text that is hashed with the rest; null in entries from before it was. */
  salt: string | null;
  /** The hash of the account's entry before this one. */
  previous_hash: string;
  /** See `hashEntry`. */
  hash: string;
};

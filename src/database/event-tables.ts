import type { Instant } from '#domain/time.ts';

/** Where an account receives events of its provider. The account may be a remote provider's. */
export type IncomingWebhooksTable = {
  account_id: string;
  /** SHA-256 of the secret, in hexadecimal. */
  secret_hash: string;
  /** A JSON array of addresses and networks; written as text, read by `parseJson`. Empty: any. */
  sources: unknown;
  /** Starts at 1 and goes up by one with each change of the secret or the sources. */
  version: number;
  updated_at: Instant;
  /** The name of the user or API key that changed it; null where the wallet service does not tell. */
  updated_by: string | null;
  /** One more with each event and each replay, by which every process notices them. */
  signals: number;
  last_event_at: Instant | null;
  /** When a request had the secret and came from an address that isn't allowed, and from which. */
  refused_at: Instant | null;
  refused_address: string | null;
};

/** An event as received, stored once per content. */
export type IncomingEventsTable = {
  event_id: string;
  account_id: string;
  /** See `readEvent`. Unique for each account. */
  content_hash: string;
  received_at: Instant;
  last_received_at: Instant;
  times: number;
  /** The IP address that sent it last. */
  source: string;
  replayed_at: Instant | null;
  body: string;
};

/** Where our own wallet service sends an account's events. */
export type EventDestinationsTable = {
  destination_id: string;
  account_id: string;
  /** Unique for each account. It may contain a secret of the receiver. */
  url: string;
  created_at: Instant;
  /** The name of the user or API key that added it. */
  created_by: string | null;
  last_delivered_at: Instant | null;
  /** When an event was last sent, delivered or not: destinations take turns. */
  tried_at: Instant | null;
  /** The lease of the process that sends to it now. */
  claimed_until: Instant | null;
};

/** An event for one destination, written in the transaction that moves the funds. */
export type EventDeliveriesTable = {
  /** Its order is the order in time. */
  delivery_id: string;
  destination_id: string;
  account_id: string;
  transaction_id: string;
  event_status: 'pending' | 'confirmed' | 'failed';
  /** The event, as it is sent. */
  body: string;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  created_at: Instant;
  /** Null unless it is waiting. */
  next_try_at: Instant | null;
  ended_at: Instant | null;
  /** Why the last attempt failed, as a sentence. */
  error: string | null;
};

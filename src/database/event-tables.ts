import type { Instant } from '#domain/time.ts';

/** Where an account receives events of its provider. The account may be a remote provider's. */
export type IncomingWebhooksTable = {
  account_id: string;
  /** SHA-256 of the secret, in hexadecimal. */
  secret_hash: string;
  /** The secret itself, encrypted, to be shown again. */
  sealed_secret: Buffer;
  /** A JSON array of addresses and networks; written as text, read by `parseJson`. Empty: any. */
  sources: unknown;
  /** Starts at 1 and goes up by one with each change of the secret or the sources. */
  version: number;
  updated_at: Instant;
  /** The name of the key that changed it; null where the wallet service does not tell. */
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

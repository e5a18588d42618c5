import type { Decimal } from '#domain/decimal.ts';
import type { Instant } from '#domain/time.ts';

/** Exchange rates that an account knows. Append-only: a value is never changed or deleted, only superseded. */
export type ExchangeRatesTable = {
  rate_id: string;
  account_id: string;
  /** One unit of it is `rate` units of `quote`. */
  currency: string;
  /** A stablecoin for rates of exchanges, else USD or EUR. */
  quote: string;
  rate: Decimal;
  /** The moment that the rate is of. */
  at: Instant;
  source: 'file' | 'url' | 'exchange';
  /** The file's name, the URL's host or the exchange's transaction ID. */
  origin: string;
  recorded_at: Instant;
  /** The name of the user or API key that recorded it; null where the wallet service does not tell, and for the daily job. */
  recorded_by: string | null;
  /** From then on it no longer counts; null while it does. */
  superseded_at: Instant | null;
  superseded_by: string | null;
};

/** The URL from which an account's rates are read once a day, if its administrator has set one. */
export type RateSourcesTable = {
  account_id: string;
  url: string;
  changed_at: Instant;
  changed_by: string | null;
  next_at: Instant | null;
  lease_version: number;
  /** When it was last requested; null: not yet. */
  tried_at: Instant | null;
  /** Why that failed, as a sentence; null: it didn't. */
  failure: string | null;
  /** When rates were last read from it, and how many there were. */
  read_at: Instant | null;
  rates_read: number | null;
};

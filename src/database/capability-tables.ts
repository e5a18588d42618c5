import type { Instant } from '#domain/time.ts';

/** What a remote provider has shown that it can do, for each API key. */
export type ProviderCapabilitiesTable = {
  /** The base URL. */
  provider: string;
  /** Keyed: see `KeyCipher.keyHash`. */
  key_hash: string;
  /** See `subjectOf` of the contract. */
  subject: string;
  state: 'proved' | 'disproved' | 'unknown';
  detail: string | null;
  /** The name by which the provider knows the parameter. */
  suggested_name: string | null;
  found_at: Instant;
};

/** When a provider's capabilities were last looked for with a key. */
export type ProviderLooksTable = {
  provider: string;
  key_hash: string;
  started_at: Instant;
  /** Null while it is running, and after its process was killed. */
  ended_at: Instant | null;
  /** Why it ended early. */
  problem: string | null;
};

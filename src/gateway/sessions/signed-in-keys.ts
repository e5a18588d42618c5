import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { addMs, type Clock } from '#domain/time.ts';

/** The keys of a remote provider that have signed in here, by hash: wrong keys of others don't hold them up. */
export type SignedInKeys = {
  has: (keyHash: string) => Promise<boolean>;
  remember: (keyHash: string) => Promise<void>;
  /** For a key that the provider refuses now. */
  forget: (keyHash: string) => Promise<void>;
};

const KEPT_MS = 400 * 24 * 3_600_000;

export function createSignedInKeys(db: Kysely<Tables>, now: Clock): SignedInKeys {
  return {
    has: async (keyHash) => {
      const rows = await db
        .selectFrom('signed_in_keys')
        .select('key_hash')
        .where('key_hash', '=', keyHash)
        .execute();
      return rows.length > 0;
    },
    remember: async (keyHash) => {
      const last_signed_in_at = now();
      await db
        .insertInto('signed_in_keys')
        .values({ key_hash: keyHash, last_signed_in_at })
        .onConflict((conflict) => conflict.column('key_hash').doUpdateSet({ last_signed_in_at }))
        .execute();
    },
    forget: async (keyHash) => {
      await db.deleteFrom('signed_in_keys').where('key_hash', '=', keyHash).execute();
    },
  };
}

/** Deletes keys that haven't signed in for long. */
export function createSignedInKeyCleanup(db: Kysely<Tables>, now: Clock): () => Promise<void> {
  return async () => {
    const before = addMs(now(), -KEPT_MS);
    await db.deleteFrom('signed_in_keys').where('last_signed_in_at', '<=', before).execute();
  };
}

import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Instant } from '#domain/time.ts';
import type { KeyCipher } from '../sessions/key-cipher.ts';

type NewAccountKey = {
  accountId: string;
  name: string | null;
  apiKey: string;
  addedBy: string | null;
  at: Instant;
};

/**
 * Keeps an API key for an account's users, who never see it. A key that is kept already becomes the newest, which is the
 * one that is used.
 */
export async function sealAccountKey(
  db: Kysely<Tables>,
  cipher: KeyCipher,
  { accountId, name, apiKey, addedBy, at }: NewAccountKey,
): Promise<void> {
  const keyId = `accountkey_${randomBytes(12).toString('hex')}`;
  const kept = {
    key_id: keyId,
    name,
    sealed_key: cipher.encrypt(apiKey, keyId),
    added_at: at,
    added_by: addedBy,
  };
  await db
    .insertInto('account_keys')
    .values({ ...kept, account_id: accountId, fingerprint: cipher.fingerprint(apiKey) })
    .onConflict((conflict) => conflict.columns(['account_id', 'fingerprint']).doUpdateSet(kept))
    .execute();
}

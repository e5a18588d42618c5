import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { isUniqueViolation } from '#database/unique-violation.ts';
import type { UserPasskeysTable } from '#database/user-tables.ts';
import { stringifyJson } from '#domain/json.ts';
import type { Instant } from '#domain/time.ts';
import { ServiceError } from '#http/service-error.ts';
import type { NewPasskey, StoredPasskey } from './passkeys.ts';

/** Throws the 409 for a passkey that is known already. */
export async function insertPasskey(
  trx: Kysely<Tables>,
  passkey: NewPasskey,
  { userId, name, at }: { userId: string; name: string; at: Instant },
): Promise<void> {
  try {
    await trx
      .insertInto('user_passkeys')
      .values({
        credential_id: passkey.credentialId,
        user_id: userId,
        public_key: passkey.publicKey,
        sign_count: passkey.signCount,
        transports: stringifyJson(passkey.transports),
        name,
        is_synced: passkey.isSynced,
        added_at: at,
        last_used_at: null,
      })
      .execute();
  } catch (error) {
    if (isUniqueViolation(error)) throw new ServiceError(409, 'This passkey was added already');
    throw error;
  }
}

/** In the order in which they were added. */
export async function listPasskeys(db: Kysely<Tables>, userId: string): Promise<UserPasskeysTable[]> {
  return await db
    .selectFrom('user_passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .orderBy('credential_id')
    .execute();
}

export async function findPasskey(
  db: Kysely<Tables>,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  return await db
    .selectFrom('user_passkeys')
    .select(['credential_id', 'user_id', 'public_key', 'sign_count'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** Notes a use. False when the passkey was used with another count meanwhile, as a copy of it would be. */
export async function notePasskeyUse(
  db: Kysely<Tables>,
  { credential_id: id, sign_count: from }: StoredPasskey,
  { signCount, at }: { signCount: number; at: Instant },
): Promise<boolean> {
  const noted = await db
    .updateTable('user_passkeys')
    .set({ sign_count: signCount, last_used_at: at })
    .where('credential_id', '=', id)
    .where('sign_count', '=', from)
    .returning('credential_id')
    .execute();
  return noted.length > 0;
}

/** Whether the user had it. */
export async function deletePasskey(trx: Kysely<Tables>, userId: string, id: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('user_passkeys')
    .where('credential_id', '=', id)
    .where('user_id', '=', userId)
    .returning('credential_id')
    .execute();
  return deleted.length > 0;
}

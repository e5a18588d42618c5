import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { UserAccount } from '#contract/gateway/sessions.ts';
import type { Tables } from '#database/tables.ts';
import type { AccountKeysTable } from '#database/user-tables.ts';
import type { Instant } from '#domain/time.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import type { KeyDescription } from '../gateway-deps.ts';
import type { KeyCipher } from '../sessions/key-cipher.ts';

type NewAccountKey = {
  accountId: string;
  name: string | null;
  apiKey: string;
  addedBy: string | null;
  at: Instant;
};

/** Asks the wallet service about a key that somebody adds. Throws the failure that tells why it can't be used. */
export type CheckNewKey = (request: FastifyRequest, apiKey: string) => Promise<KeyDescription>;

type CheckNewKeyDeps = {
  /** Throws the 401 for a key that the wallet service does not know. */
  checkKey: (apiKey: string) => Promise<KeyDescription>;
  /** Throws the 403 for a sandbox key that must not be used here. */
  refuseSandboxKey: (request: FastifyRequest, apiKey: string) => void;
};

export function createCheckNewKey({ checkKey, refuseSandboxKey }: CheckNewKeyDeps): CheckNewKey {
  return async (request, apiKey) => {
    refuseSandboxKey(request, apiKey);
    return await checkKey(apiKey).catch((error: unknown) => {
      if (!(error instanceof ServiceError) || error.status !== 401) throw error;
      throw validationError({ token: 'API key not recognized. Check that you copied the whole key.' });
    });
  };
}

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
    .insertInto('user_accounts')
    .values({ account_id: accountId, name: null, added_at: at })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
  await db
    .insertInto('account_keys')
    .values({ ...kept, account_id: accountId, fingerprint: cipher.fingerprint(apiKey) })
    .onConflict((conflict) => conflict.columns(['account_id', 'fingerprint']).doUpdateSet(kept))
    .execute();
}

/** A key that users work with. `name`: null where the wallet service doesn't tell. */
export type AccountKeyInUse = { apiKey: string; name: string | null };

/** The account's newest key, which its users work with; undefined without one, or where it can't be decrypted. */
export async function findAccountKey(
  db: Kysely<Tables>,
  cipher: KeyCipher,
  accountId: string,
): Promise<AccountKeyInUse | undefined> {
  const sealed = await db
    .selectFrom('account_keys')
    .select(['key_id', 'sealed_key', 'name'])
    .where('account_id', '=', accountId)
    .orderBy('added_at', 'desc')
    .orderBy('key_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const apiKey = sealed && cipher.decrypt(sealed.sealed_key, sealed.key_id);
  return sealed === undefined || apiKey === undefined ? undefined : { apiKey, name: sealed.name };
}

/** Newest first: the one that users work with. */
export async function listAccountKeys(db: Kysely<Tables>, accountId: string): Promise<KeptKey[]> {
  return await db
    .selectFrom('account_keys')
    .select(['key_id', 'name', 'fingerprint', 'added_at', 'added_by'])
    .where('account_id', '=', accountId)
    .orderBy('added_at', 'desc')
    .orderBy('key_id')
    .execute();
}

/** An API key of an account, without the key itself. */
export type KeptKey = Omit<AccountKeysTable, 'account_id' | 'sealed_key'>;

export async function deleteAccountKey(db: Kysely<Tables>, accountId: string, keyId: string): Promise<void> {
  await db
    .deleteFrom('account_keys')
    .where('account_id', '=', accountId)
    .where('key_id', '=', keyId)
    .execute();
}

/** The accounts that have a key for their users, the first one first. */
export async function listUserAccounts(db: Kysely<Tables>): Promise<UserAccount[]> {
  return await db
    .selectFrom('user_accounts')
    .select(['account_id as id', 'name'])
    .where('account_id', 'in', (from) => from.selectFrom('account_keys').select('account_id'))
    .orderBy('added_at')
    .orderBy('account_id')
    .execute();
}

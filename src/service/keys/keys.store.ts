import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { permissions, type Permission } from '#contract/permissions.ts';
import { prepare } from '#database/preparing-client.ts';
import type { Tables } from '#database/tables.ts';
import type { Instant } from '#domain/time.ts';
import { now } from '#domain/clock.ts';
import { newId } from '../ids.ts';

export type ApiKey = {
  keyId: string;
  accountId: string;
  name: string;
  permissions: Permission[];
  isSandbox: boolean;
  createdAt: Instant;
  revokedAt: Instant | null;
  /** The key works until then; null: for ever. */
  expiresAt: Instant | null;
  /** Behind the truth by up to a minute. */
  lastUsedAt: Instant | null;
};

export type NewKey = {
  accountId: string;
  name: string;
  permissions: readonly Permission[];
  keyId?: string;
  expiresAt?: Instant | null;
};

const columns = [
  'key_id as keyId',
  'account_id as accountId',
  'name',
  'permissions',
  'sandbox as isSandbox',
  'created_at as createdAt',
  'revoked_at as revokedAt',
  'expires_at as expiresAt',
  'last_used_at as lastUsedAt',
] as const;

/** A key has 256 random bits. The prefix lets people and secret scanners see what was found. */
export function makeKey(): string {
  return `wck_${randomBytes(32).toString('base64url')}`;
}

/**
 * What is stored of a key. Plain SHA-256 is enough: no one can guess 256 random bits, so there is nothing
 * that salt or a slow hash would protect.
 */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Makes a key and returns its text, which is known only now: the database has its hash. */
export async function insertKey(db: Kysely<Tables>, key: NewKey): Promise<{ keyId: string; token: string }> {
  const token = makeKey();
  const keyId = key.keyId ?? newId('key');
  await db
    .insertInto('api_keys')
    .values(keyRow({ ...key, keyId }, token, false))
    .execute();
  return { keyId, token };
}

/** The row of a key whose text is given. */
export function keyRow(key: NewKey & { keyId: string }, token: string, isSandbox: boolean) {
  return {
    key_id: key.keyId,
    account_id: key.accountId,
    name: key.name,
    hash: hashKey(token),
    permissions: [...key.permissions],
    sandbox: isSandbox,
    created_at: now(),
    revoked_at: null,
    expires_at: key.expiresAt ?? null,
    last_used_at: null,
  };
}

/** The keys with these hashes, revoked or not. */
export async function listKeysByHash(
  db: Kysely<Tables>,
  hashes: readonly string[],
): Promise<(ApiKey & { hash: string })[]> {
  const rows = await db
    .selectFrom('api_keys')
    .modifyFront(prepare)
    .select([...columns, 'hash'])
    .where('hash', '=', sql<string>`any(${hashes})`)
    .execute();
  return rows.map((row) => Object.assign(row, { permissions: knownPermissions(row.permissions) }));
}

/** All keys, oldest first. */
export async function listKeys(db: Kysely<Tables>): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(columns)
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
  return rows.map((row) => Object.assign(row, { permissions: knownPermissions(row.permissions) }));
}

/** Ends a key at once. False when there is no such key, or none that still works. */
export async function revokeKey(db: Kysely<Tables>, keyId: string): Promise<boolean> {
  const result = await db
    .updateTable('api_keys')
    .set({ revoked_at: now() })
    .where('key_id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The changeable fields of a key; missing ones stay unchanged. */
export type KeyChange = {
  name?: string | undefined;
  permissions?: readonly Permission[] | undefined;
  expiresAt?: Instant | null | undefined;
};

/** False when there is no such key, or it was revoked. */
export async function changeKey(db: Kysely<Tables>, keyId: string, change: KeyChange): Promise<boolean> {
  const { name, permissions: allowed, expiresAt } = change;
  const result = await db
    .updateTable('api_keys')
    .set({
      ...(name !== undefined && { name }),
      ...(allowed !== undefined && { permissions: [...allowed] }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
    })
    .where('key_id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Notes that a key was used; only ever moves forward, whatever the order in which requests come to it. */
export async function touchKey(db: Kysely<Tables>, keyId: string, at: Instant): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: at })
    .where('key_id', '=', keyId)
    .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<', at)]))
    .execute();
}

/** A newer version of the program may have stored permissions that this one does not know: those give nothing. */
function knownPermissions(stored: readonly string[]): Permission[] {
  return permissions.filter((permission) => stored.includes(permission));
}

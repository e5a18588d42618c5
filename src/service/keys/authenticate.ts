import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Operation } from '#contract/operation.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Tables } from '#database/tables.ts';
import { noteCaller } from '#http/request-log.ts';
import { ServiceError } from '#http/service-error.ts';
import { now } from '#domain/clock.ts';
import { noteUse } from './key-use.ts';
import { findKeyByHash } from './find-key.ts';
import { hashKey, type ApiKey } from './keys.store.ts';

/** The caller: its account owns everything that is read and written. */
export type Caller = {
  accountId: string;
  keyId: string;
  keyName: string;
  permissions: readonly Permission[];
};

export type KeyRules = {
  /** Whether the demonstration keys, which everybody knows, are good for anything. */
  allowSandboxKeys: boolean;
};

// No key that we make is near it; and no proxy's list of two keys passes, for a space and a comma are in it.
const keyText = /^[\x21-\x2b\x2d-\x7e]{1,200}$/;

/**
 * Finds the caller by this key; undefined for an unknown, revoked or expired one.
 *
 * Nothing leaks by time: the database is asked for the SHA-256 of what was sent, and nobody can steer that
 * hash towards a stored one, so how far the index compared tells nothing about any key. What was found is
 * compared once more in constant time, so that this holds whatever the index does.
 */
export async function findCaller(
  db: Kysely<Tables>,
  token: string,
  rules: KeyRules,
): Promise<Caller | undefined> {
  const key = await findUnrevokedKey(db, token, rules);
  return key === undefined || isExpired(key) ? undefined : callerOf(key);
}

/** Whose key it is or was: also of one that was revoked or has expired. */
export async function findOwner(
  db: Kysely<Tables>,
  token: string,
  rules: KeyRules,
): Promise<Pick<Caller, 'accountId' | 'keyName'> | undefined> {
  const key = await findKnownKey(db, token, rules);
  return key && { accountId: key.accountId, keyName: key.name };
}

async function findUnrevokedKey(
  db: Kysely<Tables>,
  token: string,
  rules: KeyRules,
): Promise<ApiKey | undefined> {
  const key = await findKnownKey(db, token, rules);
  return key?.revokedAt === null ? key : undefined;
}

async function findKnownKey(
  db: Kysely<Tables>,
  token: string,
  { allowSandboxKeys }: KeyRules,
): Promise<ApiKey | undefined> {
  if (!keyText.test(token)) return undefined;
  const hash = hashKey(token);
  const key = await findKeyByHash(db, hash);
  if (key === undefined || !timingSafeEqual(Buffer.from(key.hash), Buffer.from(hash))) return undefined;
  return allowSandboxKeys || !key.isSandbox ? key : undefined;
}

function callerOf({ accountId, keyId, name, permissions }: ApiKey): Caller {
  return { accountId, keyId, keyName: name, permissions };
}

function isExpired({ expiresAt }: ApiKey): boolean {
  return expiresAt !== null && expiresAt <= now();
}

/** Gives the caller of a request, or throws: 401 without a valid key, 400 `system` without the permission. */
export async function authorize(
  db: Kysely<Tables>,
  request: FastifyRequest,
  operation: Operation,
  rules: KeyRules,
): Promise<Caller> {
  const token = request.headers['token'];
  if (token === undefined || token === '') {
    throw new ServiceError(401, 'Send an API key in the "token" header');
  }
  const key = typeof token === 'string' ? await findUnrevokedKey(db, token, rules) : undefined;
  if (key === undefined) throw new ServiceError(401, 'API key not recognized. It may have been revoked');
  if (isExpired(key)) throw new ServiceError(401, 'The API key has expired');
  noteUse(db, key, request.log);
  const caller = callerOf(key);

  noteCaller(request, { keyId: caller.keyId, accountId: caller.accountId });

  const { permission } = operation;
  if (permission !== null && !caller.permissions.includes(permission)) {
    throw new ServiceError(400, `The API key lacks permission for this action: it needs ${permission}`, {
      errorCode: 'system',
    });
  }
  return caller;
}

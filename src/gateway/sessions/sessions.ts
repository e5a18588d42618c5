import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { MOST_SESSIONS } from '#contract/gateway/open-sessions.ts';
import type { Limits } from '#contract/gateway/limits.ts';
import type { SessionsTable, Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { addMs, type Clock, type Instant, msBetween } from '#domain/time.ts';
import { grantsOf } from '../users/grants.ts';
import type { KeyCipher } from './key-cipher.ts';
import {
  deleteEndedSessions,
  deleteSession,
  deleteSessionsBeyond,
  findSession,
  insertSession,
  lockSessionsOf,
  type StoredSession,
  touchSession,
} from './sessions.store.ts';

/** A session that has not ended, as a request finds it. */
export type LiveSession = {
  hash: string;
  accountId: string;
  /** Of a user's session, the account's. */
  apiKey: string;
  expiresAt: Instant;
  /** Undefined where an API key signed in. */
  user?: SignedInUser | undefined;
};

/** The user of a session; the name is the one of the moment. */
export type SessionUser = { id: string; name: string };

/** A user, the IDs of the user's roles in the session's account, and where these may change things. */
export type SignedInUser = SessionUser & { email: string; roles: readonly string[]; limits: Limits };

/** Who opens a session: a key that the wallet service knows, or a user who has proved who it is. */
type Opening = { accountId: string } & ({ apiKey: string } | { userId: string });

/** What else is written about a session that opens. */
export type Alongside = (trx: Kysely<Tables>, sessionHash: string) => Promise<void>;

/** The browser that opens a session. */
export type Device = { ipAddress: string; userAgent: string | undefined };

export type Sessions = {
  idleTimeoutSeconds: number;
  /**
   * Opens a session under a new id and ends the previous one of the same browser, and the one used longest ago if its
   * user or key has too many. `alongside` is done in the same transaction. Throws an error for a user who isn't a member of
   * the account.
   */
  open: (
    opening: Opening,
    device: Device,
    previousId: string | undefined,
    alongside?: Alongside,
  ) => Promise<{ id: string; session: LiveSession }>;
  /**
   * Undefined when there is none, when it has ended, when its key cannot be decrypted, and when its user has left or is
   * no longer a member of the account. Counts as a use.
   */
  find: (id: string) => Promise<LiveSession | undefined>;
  /** Whether the session has not ended. Does not count as a use. */
  isLive: (hash: string) => Promise<boolean>;
  /** The id is worth nothing afterwards. */
  end: (id: string) => Promise<void>;
  endByHash: (hash: string) => Promise<void>;
};

type SessionsDeps = {
  db: Kysely<Tables>;
  cipher: KeyCipher;
  lifetimeSeconds: number;
  idleTimeoutSeconds: number;
  now: Clock;
  /** Whether everyone may use the key, as those of the sandbox: its users don't end each other's sessions. */
  isPublicKey?: (apiKey: string) => boolean;
};

const LONGEST_TOUCH_INTERVAL_MS = 60_000;
const MOST_USER_AGENT_CHARACTERS = 500;

export function createSessions(deps: SessionsDeps): Sessions {
  const { db, cipher, idleTimeoutSeconds, lifetimeSeconds, now, isPublicKey = () => false } = deps;
  const idleMs = idleTimeoutSeconds * 1000;
  // A use within so short a time of the last one is not written: the session may end that much too early.
  const touchIntervalMs = Math.min(LONGEST_TOUCH_INTERVAL_MS, idleMs / 10);
  const hasEnded = (row: SessionsTable, at: Instant): boolean =>
    row.expires_at <= at || unusedMs(row, at) >= idleMs;
  const endByHash = async (hash: string): Promise<void> => deleteSession(db, hash);

  return {
    idleTimeoutSeconds,
    open: async (opening, device, previousId, alongside) => {
      const id = randomBytes(32).toString('base64url');
      const hash = hashOf(id);
      const createdAt = now();
      const isUsers = 'userId' in opening;
      const owner = isUsers ? { userId: opening.userId } : { keyHash: cipher.keyHash(opening.apiKey) };
      const isLimited = isUsers || !isPublicKey(opening.apiKey);
      const session = await inTransaction(db, async (trx) => {
        if (isLimited) await lockSessionsOf(trx, owner);
        if (previousId !== undefined) await deleteSession(trx, hashOf(previousId));
        await insertSession(trx, {
          session_hash: hash,
          account_id: opening.accountId,
          encrypted_key: isUsers ? null : cipher.encrypt(opening.apiKey, hash),
          user_id: isUsers ? opening.userId : null,
          key_hash: 'keyHash' in owner ? owner.keyHash : null,
          created_at: createdAt,
          last_used_at: createdAt,
          expires_at: addMs(createdAt, lifetimeSeconds * 1000),
          ip_address: device.ipAddress,
          user_agent: device.userAgent?.slice(0, MOST_USER_AGENT_CHARACTERS) ?? null,
        });
        await alongside?.(trx, hash);
        if (isLimited) {
          await deleteSessionsBeyond(trx, owner, { most: MOST_SESSIONS, at: createdAt, kept: hash });
        }
        return toLiveSession(await findSession(trx, hash), cipher);
      });
      if (session === undefined) {
        await endByHash(hash);
        throw new Error('The user isn’t a member of the account, or the account has no usable key.');
      }
      return { id, session };
    },
    find: async (id) => {
      const hash = hashOf(id);
      const row = await findSession(db, hash);
      if (row === undefined) return undefined;
      const at = now();
      if (hasEnded(row, at)) {
        await endByHash(hash);
        return undefined;
      }
      const session = toLiveSession(row, cipher);
      if (session === undefined) return undefined;
      // If nothing can be written, reading continues: the session may end too early.
      if (unusedMs(row, at) >= touchIntervalMs) {
        await touchSession(db, hash, at).catch(() => undefined);
      }
      return session;
    },
    isLive: async (hash) => {
      const row = await findSession(db, hash);
      return row !== undefined && !hasEnded(row, now()) && toLiveSession(row, cipher) !== undefined;
    },
    end: async (id) => endByHash(hashOf(id)),
    endByHash,
  };
}

function toLiveSession(row: StoredSession | undefined, cipher: KeyCipher): LiveSession | undefined {
  if (row === undefined) return undefined;
  const { session_hash: hash, account_id: accountId, expires_at: expiresAt, user_id: userId } = row;
  if (row.encrypted_key !== null) {
    const apiKey = cipher.decrypt(row.encrypted_key, hash);
    return apiKey === undefined ? undefined : { hash, accountId, apiKey, expiresAt };
  }
  const { user_name: name, user_email: email, key_id: keyId, sealed_key: sealedKey } = row;
  if (userId === null || name === null || email === null || keyId === null || sealedKey === null) {
    return undefined;
  }
  const apiKey = cipher.decrypt(sealedKey, keyId);
  if (apiKey === undefined) return undefined;
  return { hash, accountId, apiKey, expiresAt, user: { id: userId, name, email, ...grantsOf(row) } };
}

const ID_DIGITS = 12;

/** The start of a session's hash: enough to tell sessions apart, in the activity log as well, and opens nothing. */
export function sessionIdOf(sessionHash: string): string {
  return sessionHash.slice(0, ID_DIGITS);
}

/** Deletes sessions that have ended. */
export function createSessionCleanup({
  db,
  idleTimeoutSeconds,
  now,
}: Pick<SessionsDeps, 'db' | 'idleTimeoutSeconds' | 'now'>): () => Promise<void> {
  return async () => {
    const at = now();
    await deleteEndedSessions(db, at, addMs(at, -idleTimeoutSeconds * 1000));
  };
}

function unusedMs({ last_used_at: used }: SessionsTable, at: Instant): number {
  return msBetween(used, at);
}

/** Ids have 256 random bits: a plain hash of one cannot be turned back, and stolen rows open nothing. */
function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

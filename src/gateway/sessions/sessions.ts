import type { Kysely } from 'kysely';
import { MOST_SESSIONS } from '#contract/gateway/open-sessions.ts';
import type { Limits } from '#contract/gateway/limits.ts';
import type { SessionsTable, Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { addMs, type Clock, type Instant, msBetween } from '#domain/time.ts';
import { ServiceError } from '#http/service-error.ts';
import { hashOfToken, newToken } from '../tokens.ts';
import { grantsOf } from '../users/grants.ts';
import type { KeyCipher } from './key-cipher.ts';
import { noteDevice } from './devices.store.ts';
import {
  deleteEndedSessions,
  deleteSession,
  deleteSessionsBeyond,
  findSession,
  insertSession,
  lockSessionsOf,
  type StoredSession,
  touchMembership,
  touchSession,
} from './sessions.store.ts';

/** A session that has not ended, as a request finds it. */
export type LiveSession = {
  hash: string;
  /** Of a user's session, the account that the request is made in. */
  accountId: string;
  /** Whether the user has other accounts as well. */
  hasSeveralAccounts: boolean;
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
export type Device = {
  ipAddress: string;
  userAgent: string | undefined;
  /** By which it is recognized the next time; unknown where an API key signs in. */
  id?: string;
};

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
   * The session, in the account that is asked for, or in the first of its user's. Undefined when there is none, when it has
   * ended, when its key cannot be decrypted, and when its user has left. Throws the 403 for an account in which its user, or
   * key, has nothing to do. Counts as a use.
   */
  find: (id: string, accountId: string | undefined) => Promise<LiveSession | undefined>;
  /** Whether the session has not ended, and is still one of the account. Does not count as a use. */
  isLive: (hash: string, accountId: string) => Promise<boolean>;
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
  /** The same of a user. */
  isPublicUser?: (userId: string) => boolean;
};

const LONGEST_TOUCH_INTERVAL_MS = 60_000;
const MOST_USER_AGENT_CHARACTERS = 500;

export function createSessions(deps: SessionsDeps): Sessions {
  const { db, cipher, idleTimeoutSeconds, lifetimeSeconds, now } = deps;
  const { isPublicKey = () => false, isPublicUser = () => false } = deps;
  const idleMs = idleTimeoutSeconds * 1000;
  // A use within so short a time of the last one is not written: the session may end that much too early.
  const touchIntervalMs = Math.min(LONGEST_TOUCH_INTERVAL_MS, idleMs / 10);
  const hasEnded = (row: SessionsTable, at: Instant): boolean =>
    row.expires_at <= at || unusedMs(row, at) >= idleMs;
  const endByHash = async (hash: string): Promise<void> => deleteSession(db, hash);

  return {
    idleTimeoutSeconds,
    open: async (opening, device, previousId, alongside) => {
      const id = newToken();
      const hash = hashOfToken(id);
      const at = now();
      const isUsers = 'userId' in opening;
      const owner = isUsers ? { userId: opening.userId } : { keyHash: cipher.keyHash(opening.apiKey) };
      const deviceHash = device.id === undefined ? null : hashOfToken(device.id);
      const userAgent = device.userAgent?.slice(0, MOST_USER_AGENT_CHARACTERS) ?? null;
      const isLimited = !(isUsers ? isPublicUser(opening.userId) : isPublicKey(opening.apiKey));
      const session = await inTransaction(db, async (trx) => {
        if (isLimited) await lockSessionsOf(trx, owner);
        if (previousId !== undefined) await deleteSession(trx, hashOfToken(previousId));
        await insertSession(trx, {
          session_hash: hash,
          account_id: opening.accountId,
          encrypted_key: isUsers ? null : cipher.encrypt(opening.apiKey, hash),
          user_id: isUsers ? opening.userId : null,
          key_hash: 'keyHash' in owner ? owner.keyHash : null,
          created_at: at,
          last_used_at: at,
          expires_at: addMs(at, lifetimeSeconds * 1000),
          ip_address: device.ipAddress,
          user_agent: userAgent,
          device_hash: deviceHash,
        });
        if (isUsers) await touchMembership(trx, opening, at);
        // Everyone may sign in as a public user: its devices tell nobody anything.
        if (isUsers && isLimited && deviceHash !== null) {
          const { ipAddress } = device;
          await noteDevice(trx, { userId: opening.userId, deviceHash, ipAddress, userAgent, at });
        }
        await alongside?.(trx, hash);
        if (isLimited) {
          await deleteSessionsBeyond(trx, owner, { most: MOST_SESSIONS, at, kept: hash });
        }
        return toLiveSession(await findSession(trx, hash, opening.accountId), cipher);
      });
      if (session === undefined) {
        await endByHash(hash);
        throw new Error('The user isn’t a member of the account, or the account has no usable key.');
      }
      return { id, session };
    },
    find: async (id, accountId) => {
      const hash = hashOfToken(id);
      const row = await findSession(db, hash, accountId);
      if (row === undefined) return undefined;
      const at = now();
      if (hasEnded(row, at)) {
        await endByHash(hash);
        return undefined;
      }
      if (accountId !== undefined && isElsewhere(row, accountId)) throw notInAccount();
      const session = toLiveSession(row, cipher);
      if (session === undefined) return undefined;
      // If nothing can be written, reading continues: the session may end too early.
      const { user, accountId: place } = session;
      const member = user && { userId: user.id, accountId: place };
      const used = member === undefined ? row.last_used_at : oldest(row.last_used_at, row.member_used_at);
      if (used === null || msBetween(used, at) >= touchIntervalMs) {
        await touchSession(db, hash, member, at).catch(() => undefined);
      }
      return session;
    },
    isLive: async (hash, accountId) => {
      const row = await findSession(db, hash, accountId);
      return (
        row !== undefined && !hasEnded(row, now()) && toLiveSession(row, cipher)?.accountId === accountId
      );
    },
    end: async (id) => endByHash(hashOfToken(id)),
    endByHash,
  };
}

function toLiveSession(row: StoredSession | undefined, cipher: KeyCipher): LiveSession | undefined {
  if (row === undefined) return undefined;
  const { session_hash: hash, expires_at: expiresAt, user_id: userId } = row;
  if (row.encrypted_key !== null) {
    const apiKey = cipher.decrypt(row.encrypted_key, hash);
    if (apiKey === undefined) return undefined;
    return { hash, accountId: row.account_id, hasSeveralAccounts: false, apiKey, expiresAt };
  }
  const { member_of: accountId, user_name: name, user_email: email } = row;
  const { key_id: keyId, sealed_key: sealedKey } = row;
  if (userId === null || name === null || email === null) return undefined;
  if (accountId === null || keyId === null || sealedKey === null) return undefined;
  const apiKey = cipher.decrypt(sealedKey, keyId);
  if (apiKey === undefined) return undefined;
  const hasSeveralAccounts = (row.accounts ?? 0) > 1;
  const user = { id: userId, name, email, ...grantsOf(row) };
  return { hash, accountId, hasSeveralAccounts, apiKey, expiresAt, user };
}

/** Whether a session that is open has nothing to do in an account. */
function isElsewhere(row: StoredSession, accountId: string): boolean {
  if (row.encrypted_key !== null) return row.account_id !== accountId;
  return row.member_of === null && row.accounts !== null && row.accounts > 0;
}

function notInAccount(): ServiceError {
  return new ServiceError(
    403,
    'You aren’t a member of this account, or it doesn’t exist. Ask one of its administrators to invite you',
    { errorCode: 'system', data: { not_a_member: true } },
  );
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

function oldest(used: Instant, other: Instant | null): Instant | null {
  return other === null || other < used ? other : used;
}

function unusedMs({ last_used_at: used }: SessionsTable, at: Instant): number {
  return msBetween(used, at);
}

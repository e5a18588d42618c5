import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { SessionsTable, Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { addMs, type Clock, type Instant, msBetween } from '#domain/time.ts';
import type { KeyCipher } from './key-cipher.ts';
import {
  deleteEndedSessions,
  deleteSession,
  findSession,
  insertSession,
  touchSession,
} from './sessions.store.ts';

/** A session that has not ended, as a request finds it. */
export type LiveSession = { hash: string; accountId: string; apiKey: string; expiresAt: Instant };

export type Sessions = {
  idleTimeoutSeconds: number;
  /** Opens a session under a new id and ends the previous one of the same browser. */
  open: (
    accountId: string,
    apiKey: string,
    previousId: string | undefined,
  ) => Promise<{ id: string; session: LiveSession }>;
  /** Undefined when there is none, when it has ended, and when its key cannot be decrypted. Counts as a use. */
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
};

const LONGEST_TOUCH_INTERVAL_MS = 60_000;

export function createSessions(deps: SessionsDeps): Sessions {
  const { db, cipher, idleTimeoutSeconds, lifetimeSeconds, now } = deps;
  const idleMs = idleTimeoutSeconds * 1000;
  // A use within so short a time of the last one is not written: the session may end that much too early.
  const touchIntervalMs = Math.min(LONGEST_TOUCH_INTERVAL_MS, idleMs / 10);
  const hasEnded = (row: SessionsTable, at: Instant): boolean =>
    row.expires_at <= at || unusedMs(row, at) >= idleMs;
  const endByHash = async (hash: string): Promise<void> => deleteSession(db, hash);

  return {
    idleTimeoutSeconds,
    open: async (accountId, apiKey, previousId) => {
      const id = randomBytes(32).toString('base64url');
      const hash = hashOf(id);
      const createdAt = now();
      const expiresAt = addMs(createdAt, lifetimeSeconds * 1000);
      await inTransaction(db, async (trx) => {
        if (previousId !== undefined) await deleteSession(trx, hashOf(previousId));
        await insertSession(trx, {
          session_hash: hash,
          account_id: accountId,
          encrypted_key: cipher.encrypt(apiKey, hash),
          created_at: createdAt,
          last_used_at: createdAt,
          expires_at: expiresAt,
        });
      });
      return { id, session: { hash, accountId, apiKey, expiresAt } };
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
      const apiKey = cipher.decrypt(row.encrypted_key, hash);
      if (apiKey === undefined) return undefined;
      // If nothing can be written, reading continues: the session may end too early.
      if (unusedMs(row, at) >= touchIntervalMs) {
        await touchSession(db, hash, at).catch(() => undefined);
      }
      return { hash, accountId: row.account_id, apiKey, expiresAt: row.expires_at };
    },
    isLive: async (hash) => {
      const row = await findSession(db, hash);
      return row !== undefined && !hasEnded(row, now());
    },
    end: async (id) => endByHash(hashOf(id)),
    endByHash,
  };
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

import type { Kysely } from 'kysely';
import type { SessionsTable, Tables } from '#database/tables.ts';
import type { Instant } from '#domain/time.ts';

export async function insertSession(db: Kysely<Tables>, session: SessionsTable): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** A session and, of a user's, what it may do now: null without a membership, and after the user has left. */
export type StoredSession = SessionsTable & {
  user_name: string | null;
  user_email: string | null;
  roles: unknown;
  key_id: string | null;
  sealed_key: Buffer | null;
};

/** In one statement: every request of a browser waits for it. */
export async function findSession(
  db: Kysely<Tables>,
  sessionHash: string,
): Promise<StoredSession | undefined> {
  return await db
    .selectFrom('sessions')
    .leftJoin('users', (join) =>
      join.onRef('users.user_id', '=', 'sessions.user_id').on('users.left_at', 'is', null),
    )
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.user_id', '=', 'users.user_id')
        .onRef('memberships.account_id', '=', 'sessions.account_id'),
    )
    // The newest key takes the place of the others.
    .leftJoin('account_keys', (join) =>
      join
        .onRef('account_keys.account_id', '=', 'memberships.account_id')
        .on((on) =>
          on.not(
            on.exists(
              on
                .selectFrom('account_keys as newer')
                .select('newer.key_id')
                .whereRef('newer.account_id', '=', 'account_keys.account_id')
                .whereRef('newer.added_at', '>', 'account_keys.added_at'),
            ),
          ),
        ),
    )
    .selectAll('sessions')
    .select([
      'users.name as user_name',
      'users.email as user_email',
      'memberships.roles',
      'account_keys.key_id',
      'account_keys.sealed_key',
    ])
    .where('session_hash', '=', sessionHash)
    .executeTakeFirst();
}

/** It only moves forward, whatever the order in which requests arrive. */
export async function touchSession(db: Kysely<Tables>, sessionHash: string, at: Instant): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: at })
    .where('session_hash', '=', sessionHash)
    .where('last_used_at', '<', at)
    .execute();
}

export async function deleteSession(db: Kysely<Tables>, sessionHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('session_hash', '=', sessionHash).execute();
}

/** Ends all sessions of a user, everywhere. */
export async function deleteSessionsOfUser(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Deletes the sessions that are over at `at`, and those last used at `idleSince` or before. */
export async function deleteEndedSessions(
  db: Kysely<Tables>,
  at: Instant,
  idleSince: Instant,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((where) => where.or([where('expires_at', '<=', at), where('last_used_at', '<=', idleSince)]))
    .execute();
}

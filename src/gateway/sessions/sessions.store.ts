import type { Kysely } from 'kysely';
import type { SessionsTable, Tables } from '#database/tables.ts';
import type { Instant } from '#domain/time.ts';

export async function insertSession(db: Kysely<Tables>, session: SessionsTable): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export async function findSession(
  db: Kysely<Tables>,
  sessionHash: string,
): Promise<SessionsTable | undefined> {
  return await db
    .selectFrom('sessions')
    .selectAll()
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

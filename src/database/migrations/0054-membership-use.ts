import { sql, type Kysely } from 'kysely';

/** When users were last in an account: their sessions say where they were opened, and are deleted when they end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table memberships add column last_used_at timestamptz`.execute(db);
  await sql`
    update memberships set last_used_at = (
      select max(sessions.last_used_at)
      from sessions
      where sessions.user_id = memberships.user_id and sessions.account_id = memberships.account_id
    )`.execute(db);
}

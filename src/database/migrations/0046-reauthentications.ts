import { sql, type Kysely } from 'kysely';

/** The proofs that the owner of a session has just given of who it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reauthentications (
      token_hash text collate "C" primary key,
      session_hash text collate "C" not null references sessions on delete cascade,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index reauthentications_by_session on reauthentications (session_hash)`.execute(db);
  await sql`create index reauthentications_by_end on reauthentications (expires_at)`.execute(db);
}

import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sessions (
      session_hash text collate "C" primary key check (length(session_hash) = 64),
      account_id text not null,
      encrypted_key bytea not null,
      created_at timestamptz not null,
      last_used_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index sessions_by_end on sessions (expires_at)`.execute(db);

  await sql`
    create table sign_in_attempts (
      client text collate "C" primary key,
      failures integer not null check (failures >= 0),
      last_tried_at timestamptz not null,
      next_try_at timestamptz not null
    )`.execute(db);
  await sql`create index sign_in_attempts_by_age on sign_in_attempts (last_tried_at, client)`.execute(db);
}

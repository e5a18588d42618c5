import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table heartbeats (
      name text collate "C" primary key,
      beat_at timestamptz not null
    )`.execute(db);
}

import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table job_schedules (
      name text collate "C" primary key,
      next_at timestamptz not null
    )`.execute(db);
}

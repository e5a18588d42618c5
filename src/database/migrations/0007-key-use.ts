import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_keys add column expires_at timestamptz, add column last_used_at timestamptz`.execute(db);
}

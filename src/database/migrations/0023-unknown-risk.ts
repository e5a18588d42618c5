import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table check_decisions
      drop constraint check_decisions_band_check,
      add constraint check_decisions_band_check
        check (band in ('low', 'unknown', 'medium', 'high', 'severe'))`.execute(db);
}

import { sql, type Kysely } from 'kysely';

/** What API keys are recognized by once the secret that encrypts them has been replaced. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identity_secret (
      is_only boolean primary key default true check (is_only),
      sealed_secret bytea not null
    )`.execute(db);
}

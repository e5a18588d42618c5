import { sql, type Kysely } from 'kysely';

/** Where the roles of a user may change things; null: everywhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table memberships add column limits jsonb`.execute(db);
}

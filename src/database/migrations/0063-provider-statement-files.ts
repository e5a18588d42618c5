import { sql, type Kysely } from 'kysely';

/** What a remote provider told of a period when its file was requested: the job that makes the file has no key to ask it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table statement_files add column provider_statement text`.execute(db);
}

import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // At the end: rows are inserted in the order of the columns. Entries from before have none.
  await sql`alter table journal_entries add column salt text collate "C"`.execute(db);
}

import { sql, type Kysely } from 'kysely';

/** What a file of the books is limited to. Earlier files, and those without any of these, are of the whole account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table statement_files
    add column part_type text collate "C",
    add column part_network text collate "C",
    add column part_currency text collate "C",
    add column part_wallet text collate "C"`.execute(db);
}

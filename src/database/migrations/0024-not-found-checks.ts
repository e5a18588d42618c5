import { sql, type Kysely } from 'kysely';
import { isNotFound } from '#domain/aml/not-found.ts';
import { storedReports } from './stored-reports.ts';

/** Checks say whether their report knows the subject. Those that are finished are read again. */
export async function up<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql`alter table kept_checks add column is_not_found boolean not null default false`.execute(db);
  for await (const { id, report } of storedReports(db)) {
    if (report === undefined || !isNotFound(report)) continue;
    await sql`update kept_checks set is_not_found = true where check_id = ${id}`.execute(db);
  }
}

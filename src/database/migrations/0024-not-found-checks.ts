import { sql, type Kysely } from 'kysely';
import { isNotFound } from '#domain/aml/not-found.ts';
import { readReport } from '#domain/aml/read-report.ts';

type StoredReport = { check_id: string; answer: Buffer };

/** So many reports are in memory at once. */
const BATCH = 100;

/** Checks say whether their report knows the subject. Those that are finished are read again. */
export async function up<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql`alter table kept_checks add column is_not_found boolean not null default false`.execute(db);
  for (let last = ''; ;) {
    const { rows } = await sql<StoredReport>`
      select check_id, answer from kept_reports where check_id > ${last} order by check_id limit ${BATCH}`.execute(
      db,
    );
    for (const { check_id: id, answer } of rows) {
      const report = readReport(answer.toString('utf8'));
      if (report === undefined || !isNotFound(report)) continue;
      await sql`update kept_checks set is_not_found = true where check_id = ${id}`.execute(db);
    }
    const end = rows.at(-1);
    if (end === undefined || rows.length < BATCH) return;
    last = end.check_id;
  }
}

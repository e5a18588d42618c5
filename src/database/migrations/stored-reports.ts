import { sql, type Kysely } from 'kysely';
import { type AmlFindings, parseReport } from '#domain/aml/read-report.ts';

/** So many reports are in memory at once. */
const BATCH = 100;

/** Every stored AML report with its check, for migrations that read something new from it; undefined: unreadable. */
export async function* storedReports<Schema>(
  db: Kysely<Schema>,
): AsyncGenerator<{ id: string; report: AmlFindings | undefined }> {
  for (let last = ''; ;) {
    const { rows } = await sql<{ check_id: string; answer: Buffer }>`
      select check_id, answer from kept_reports where check_id > ${last} order by check_id limit ${BATCH}`.execute(
      db,
    );
    for (const { check_id: id, answer } of rows) yield { id, report: parseReport(answer.toString('utf8')) };
    const end = rows.at(-1);
    if (end === undefined || rows.length < BATCH) return;
    last = end.check_id;
  }
}

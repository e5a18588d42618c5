import { sql, type Kysely } from 'kysely';
import { categoryKey } from '#domain/aml/bands.ts';
import { findingsOf } from '#domain/aml/findings.ts';
import { readReport } from '#domain/aml/read-report.ts';
import { stringifyJson } from '#domain/json.ts';

type StoredReport = { check_id: string; answer: Buffer };

/** So many reports are in memory at once. */
const BATCH = 100;

/**
 * Findings tell direct hits and direct exposure, and the key that categories are compared by. Those of the reports that
 * are stored already are read from the reports again.
 */
export async function up<Schema>(db: Kysely<Schema>): Promise<void> {
  for (let last = ''; ;) {
    const { rows } = await sql<StoredReport>`
      select check_id, answer from kept_reports where check_id > ${last} order by check_id limit ${BATCH}`.execute(
      db,
    );
    for (const { check_id: id, answer } of rows) {
      const report = readReport(answer.toString('utf8'));
      const findings = (report === undefined ? [] : findingsOf(report)).map(
        ({ name, share, direct, isDirectHit }) => {
          const stored = name.replaceAll('\u0000', '').toWellFormed();
          return { name: stored, key: categoryKey(stored), share, direct, isDirectHit };
        },
      );
      await sql`update kept_checks set findings = ${stringifyJson(findings)}::json where check_id = ${id}`.execute(
        db,
      );
    }
    const end = rows.at(-1);
    if (end === undefined || rows.length < BATCH) return;
    last = end.check_id;
  }
}

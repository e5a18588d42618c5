import { sql, type Kysely } from 'kysely';
import { categoryKey } from '#domain/aml/bands.ts';
import { findingsOf } from '#domain/aml/findings.ts';
import { stringifyJson } from '#domain/json.ts';
import { storedReports } from './stored-reports.ts';

/**
 * Findings tell direct hits and direct exposure, and the key that categories are compared by. Those of the reports that
 * are stored already are read from the reports again.
 */
export async function up<Schema>(db: Kysely<Schema>): Promise<void> {
  for await (const { id, report } of storedReports(db)) {
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
}

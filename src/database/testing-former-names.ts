import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

const formerNames = [
  ['screening_checks', 'kept_checks'],
  ['screening_reports', 'kept_reports'],
] as const;

/** Runs a migration that was released before these tables were renamed, on the tables of today. */
export async function withFormerTableNames(
  db: Kysely<Tables>,
  migration: (db: Kysely<unknown>) => Promise<void>,
): Promise<void> {
  for (const [name, former] of formerNames) {
    await sql`alter table ${sql.id(name)} rename to ${sql.id(former)}`.execute(db);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a migration knows no tables.
  await migration(db as unknown as Kysely<unknown>);
  for (const [name, former] of formerNames) {
    await sql`alter table ${sql.id(former)} rename to ${sql.id(name)}`.execute(db);
  }
}

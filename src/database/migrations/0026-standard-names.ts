import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The entries keep what was hashed: the register's entries from before say `beginJournal`.
  await renameTable(db, 'journal_heads', 'audit_log_heads');
  await renameTable(db, 'journal_entries', 'audit_log_entries');
  await sql`alter index journal_outcomes rename to audit_log_outcomes`.execute(db);
  await sql`alter index journal_requests_by_time rename to audit_log_requests_by_time`.execute(db);
  await sql`update saved_views set list = 'activity-log' where list = 'journal'`.execute(db);

  await renameTable(db, 'kept_checks', 'screening_checks');
  await renameTable(db, 'kept_reports', 'screening_reports');
  await sql`alter table screening_checks rename column turn to lease_version`.execute(db);
}

/** Renames a table, and its constraints and indexes that begin with its name. */
async function renameTable(db: Kysely<unknown>, from: string, to: string): Promise<void> {
  const newName = (name: string) => sql.id(to + name.slice(from.length));
  const constraints = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where conrelid = ${from}::regclass and starts_with(conname, ${from})`.execute(db);
  for (const { name } of constraints.rows) {
    await sql`alter table ${sql.id(from)} rename constraint ${sql.id(name)} to ${newName(name)}`.execute(db);
  }
  // A primary key's index took the new name of its constraint.
  const indexes = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = ${from}::regclass and starts_with(relname, ${from})`.execute(db);
  for (const { name } of indexes.rows) {
    await sql`alter index ${sql.id(name)} rename to ${newName(name)}`.execute(db);
  }
  await sql`alter table ${sql.id(from)} rename to ${sql.id(to)}`.execute(db);
}

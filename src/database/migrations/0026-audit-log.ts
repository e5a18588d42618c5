import { sql, type Kysely } from 'kysely';

const renames = [
  'table journal_heads rename to audit_log_heads',
  'table journal_entries rename to audit_log_entries',
  'index journal_heads_pkey rename to audit_log_heads_pkey',
  'index journal_entries_pkey rename to audit_log_entries_pkey',
  'index journal_outcomes rename to audit_log_outcomes',
  'index journal_requests_by_time rename to audit_log_requests_by_time',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  // The entries keep what was hashed: the register's entries from before say `beginJournal`.
  for (const rename of renames) await sql`alter ${sql.raw(rename)}`.execute(db);
  await sql`update saved_views set list = 'activity-log' where list = 'journal'`.execute(db);
}

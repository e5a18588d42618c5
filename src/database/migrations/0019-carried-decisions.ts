import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Which decisions of a subject's earlier checks hold for a later one whose result is the same.
  await sql`
    create table carried_decisions (
      check_id text collate "C" not null references kept_checks,
      decision_id text collate "C" not null references check_decisions,
      carried_at timestamptz not null,
      primary key (check_id, decision_id)
    )`.execute(db);
}

import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table wallet_notes (
      account_id text collate "C" not null,
      address text collate "C" not null,
      note text not null,
      tags jsonb not null,
      version integer not null,
      updated_at timestamptz not null,
      updated_by text,
      primary key (account_id, address)
    )`.execute(db);
  // When a wallet was created, and by whom.
  await sql`
    create index audit_log_created on audit_log_entries (account_id, created_id)
    where created_id is not null`.execute(db);
}

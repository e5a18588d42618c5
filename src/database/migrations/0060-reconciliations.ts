import { sql, type Kysely } from 'kysely';

/** Reconciliations of the books with files of finance: made by a background job, and kept with what was noted on them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reconciliations (
      reconciliation_id text collate "C" primary key,
      account_id text collate "C" not null,
      series_id text collate "C" not null,
      name text not null,
      file_name text not null,
      file_sha256 text collate "C" not null,
      file_bytes bigint not null,
      mapping text not null,
      period_from timestamptz not null,
      period_to timestamptz not null,
      as_of timestamptz not null,
      currency text collate "C",
      tolerance_hours integer not null,
      user_id text collate "C",
      created_by text,
      state text collate "C" not null,
      next_at timestamptz,
      lease_version integer not null,
      attempts integer not null,
      failure text,
      summary text
    )`.execute(db);
  await sql`
    create index reconciliations_by_age
    on reconciliations (account_id, as_of, reconciliation_id)`.execute(db);
  await sql`
    create index reconciliations_due on reconciliations (next_at) where next_at is not null`.execute(db);
  await sql`
    create table reconciliation_files (
      reconciliation_id text collate "C" primary key references reconciliations,
      content bytea not null,
      provider_lines bytea,
      unreadable_rows integer not null
    )`.execute(db);
  await sql`
    create table reconciliation_lines (
      reconciliation_id text collate "C" not null references reconciliations,
      lease_version integer not null,
      number integer not null,
      kind text collate "C" not null,
      line_key text collate "C" not null,
      content text not null,
      primary key (reconciliation_id, lease_version, number)
    )`.execute(db);
  await sql`
    create index reconciliation_lines_by_kind
    on reconciliation_lines (reconciliation_id, lease_version, kind, number)`.execute(db);
  await sql`
    create table reconciliation_notes (
      series_id text collate "C" not null,
      line_key text collate "C" not null,
      number integer not null,
      action text collate "C" not null,
      note text not null,
      noted_at timestamptz not null,
      user_id text collate "C",
      noted_by text,
      primary key (series_id, line_key, number)
    )`.execute(db);
  await sql`
    create table reconciliation_mappings (
      account_id text collate "C" not null,
      name text not null,
      mapping text not null,
      saved_at timestamptz not null,
      primary key (account_id, name)
    )`.execute(db);
}

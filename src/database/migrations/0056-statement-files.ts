import { sql, type Kysely } from 'kysely';

/** Files of the books: made by a background job, and stored in parts so that none is ever held whole. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table statement_files (
      file_id text collate "C" primary key,
      account_id text collate "C" not null,
      idempotency_key text collate "C" not null,
      format text collate "C" not null,
      with_entries boolean not null,
      period_from timestamptz not null,
      period_to timestamptz not null,
      as_of timestamptz not null,
      time_zone text not null,
      requested_at timestamptz not null,
      user_id text collate "C",
      requested_by text,
      state text collate "C" not null,
      next_at timestamptz,
      lease_version integer not null,
      attempts integer not null,
      rows_done bigint not null,
      rows_total bigint,
      failure text,
      ended_at timestamptz,
      name text,
      bytes bigint,
      sha256 text collate "C",
      rows_sha256 text collate "C",
      entries_sha256 text collate "C",
      expires_at timestamptz not null,
      unique (account_id, idempotency_key)
    )`.execute(db);
  await sql`
    create index statement_files_by_age
    on statement_files (account_id, requested_at, file_id)`.execute(db);
  await sql`
    create index statement_files_due
    on statement_files (next_at) where next_at is not null`.execute(db);
  await sql`create index statement_files_by_end on statement_files (expires_at)`.execute(db);
  await sql`
    create table statement_file_parts (
      file_id text collate "C" not null references statement_files on delete cascade,
      lease_version integer not null,
      number integer not null,
      content bytea not null,
      primary key (file_id, lease_version, number)
    )`.execute(db);
  // Compressed already.
  await sql`alter table statement_file_parts alter column content set storage external`.execute(db);
}

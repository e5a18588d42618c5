import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Accounts of a remote provider have no row of their own here: no foreign key.
  await sql`
    create table journal_heads (
      account_id text collate "C" primary key,
      entries bigint not null check (entries >= 0),
      hash text collate "C" not null
    )`.execute(db);

  // Append-only. The order of the columns is the one in which entries are inserted (journal.store.ts).
  await sql`
    create table journal_entries (
      account_id text collate "C" not null,
      sequence bigint not null check (sequence >= 1),
      recorded_at timestamptz not null,
      outcome_of bigint,
      request_id text collate "C" not null,
      operation text collate "C" not null,
      key_name text,
      key_fingerprint text collate "C" not null,
      via text collate "C" not null,
      subject text,
      details text,
      status integer,
      error_message text,
      created_id text,
      previous_hash text collate "C" not null,
      hash text collate "C" not null,
      primary key (account_id, sequence)
    )`.execute(db);

  // One outcome at most for each request.
  await sql`
    create unique index journal_outcomes on journal_entries (account_id, outcome_of)
    where outcome_of is not null`.execute(db);

  await sql`
    create index journal_requests_by_time on journal_entries (account_id, recorded_at, sequence)
    where outcome_of is null`.execute(db);
}

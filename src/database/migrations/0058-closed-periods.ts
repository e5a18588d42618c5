import { sql, type Kysely } from 'kysely';

/** Closed periods of the books. Only `books` has rows that change: everything else is a record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The lock of an account's books: a close or reopening raises the version that it was decided from.
  await sql`
    create table books (
      account_id text collate "C" primary key,
      version integer not null check (version >= 1),
      searched_until timestamptz not null
    )`.execute(db);
  await sql`
    create table book_closes (
      close_id text collate "C" primary key,
      account_id text collate "C" not null,
      version integer not null check (version >= 1),
      period_from timestamptz not null,
      period_to timestamptz not null check (period_to > period_from),
      time_zone text collate "C" not null,
      entries bigint not null check (entries >= 0),
      sha256 text collate "C" not null,
      statement jsonb not null,
      closed_at timestamptz not null,
      closed_by text,
      constraint book_closes_version unique (account_id, version)
    )`.execute(db);
  await sql`
    create table book_reopenings (
      close_id text collate "C" primary key references book_closes,
      version integer not null check (version >= 1),
      reason text not null,
      reopened_at timestamptz not null,
      reopened_by text
    )`.execute(db);
  await sql`
    create table book_verifications (
      close_id text collate "C" not null references book_closes,
      verified_at timestamptz not null,
      verified_by text,
      entries bigint not null,
      sha256 text collate "C" not null,
      entries_hold boolean not null,
      totals_hold boolean not null,
      primary key (close_id, verified_at)
    )`.execute(db);
  // No foreign key to the posting: the record stays what it was, whatever becomes of the ledger.
  await sql`
    create table late_bookings (
      close_id text collate "C" not null references book_closes,
      posting_id text collate "C" not null,
      kind text collate "C" not null,
      document text collate "C" not null,
      refers_to text collate "C",
      created_at timestamptz not null,
      booked_at timestamptz not null,
      is_drift boolean not null,
      lines jsonb not null,
      primary key (close_id, posting_id)
    )`.execute(db);
  await sql`
    create table drift_notes (
      note_id text collate "C" primary key,
      close_id text collate "C" not null,
      posting_id text collate "C" not null,
      note text not null,
      noted_at timestamptz not null,
      noted_by text,
      foreign key (close_id, posting_id) references late_bookings
    )`.execute(db);
  await sql`create index drift_notes_by_booking on drift_notes (close_id, posting_id)`.execute(db);
}

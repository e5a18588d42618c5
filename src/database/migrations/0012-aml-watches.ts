import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Accounts of a remote provider have no row of their own here: no foreign key.
  await sql`
    create table aml_watches (
      watch_id text collate "C" primary key,
      account_id text collate "C" not null,
      network text collate "C" not null,
      value text collate "C" not null,
      kind text collate "C" not null check (kind in ('address', 'transaction')),
      every_days integer not null check (every_days > 0),
      version integer not null,
      key_name text,
      key_fingerprint text collate "C" not null,
      sealed_key bytea not null,
      created_at timestamptz not null,
      next_at timestamptz not null,
      hindrance text collate "C" check (hindrance in ('budget', 'key', 'stopped')),
      seen_check_id text collate "C",
      unique (account_id, network, value)
    )`.execute(db);
  await sql`create index aml_watches_due on aml_watches (next_at, watch_id)`.execute(db);

  // Each check that the watch list has spent has a number of its month, so that two processes never spend the same
  // last one.
  await sql`
    create table aml_watch_spendings (
      account_id text collate "C" not null,
      month text collate "C" not null,
      number integer not null check (number > 0),
      check_id text collate "C" not null references kept_checks,
      primary key (account_id, month, number)
    )`.execute(db);
}

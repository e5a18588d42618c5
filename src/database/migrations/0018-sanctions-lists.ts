import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Accounts of a remote provider have no row of their own here: no foreign key. A list that was replaced or removed
  // stays, so that a check of that time can still say what it was screened against.
  await sql`
    create table sanctions_lists (
      list_id text collate "C" primary key,
      account_id text collate "C" not null,
      name text not null,
      list_date text collate "C" not null,
      entries integer not null check (entries > 0),
      loaded_at timestamptz not null,
      loaded_by text,
      key_fingerprint text collate "C" not null,
      removed_at timestamptz
    )`.execute(db);
  await sql`
    create unique index sanctions_lists_loaded on sanctions_lists (account_id, name)
    where removed_at is null`.execute(db);
  await sql`create index sanctions_lists_by_account on sanctions_lists (account_id, loaded_at)`.execute(db);
  // No foreign key: hundreds of thousands of rows are written with their list, in one transaction.
  await sql`
    create table sanctions_entries (
      network text collate "C" not null check (network in ('trx', 'eth', 'bnb', 'btc', 'sol')),
      address text collate "C" not null,
      list_id text collate "C" not null,
      entity text not null,
      listed_since timestamptz not null,
      primary key (network, address, list_id)
    )`.execute(db);
}

import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Accounts of a remote provider have no row of their own here: no foreign key.
  await sql`
    create table address_book (
      entry_id text collate "C" primary key,
      account_id text collate "C" not null,
      network text collate "C" not null,
      address text collate "C" not null,
      name text not null,
      name_key text collate "C" not null,
      note text not null,
      search_key text collate "C" not null,
      version integer not null check (version >= 1),
      added_by text,
      added_at timestamptz not null,
      updated_at timestamptz not null,
      usable_from timestamptz not null,
      constraint address_book_address unique (account_id, network, address)
    )`.execute(db);
}

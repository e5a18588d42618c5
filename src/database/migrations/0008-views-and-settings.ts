import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Accounts of a remote provider have no row of their own here: no foreign key.
  await sql`
    create table saved_views (
      view_id text collate "C" primary key,
      account_id text collate "C" not null,
      list text collate "C" not null,
      name text not null,
      name_key text collate "C" not null,
      search text not null,
      version integer not null check (version >= 1),
      created_by text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint saved_views_name unique (account_id, list, name_key)
    )`.execute(db);

  await sql`
    create table account_settings (
      account_id text collate "C" not null,
      name text collate "C" not null,
      value jsonb not null,
      version integer not null check (version >= 1),
      updated_at timestamptz not null,
      updated_by text,
      primary key (account_id, name)
    )`.execute(db);
}

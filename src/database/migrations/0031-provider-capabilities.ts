import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What remote providers have shown that they can do, by their base URL and a keyed hash of the API key.
  await sql`
    create table provider_capabilities (
      provider text collate "C" not null,
      key_hash text collate "C" not null check (length(key_hash) = 64),
      subject text collate "C" not null,
      state text collate "C" not null check (state in ('proved', 'disproved', 'unknown')),
      detail text,
      suggested_name text,
      found_at timestamptz not null,
      primary key (provider, key_hash, subject)
    )`.execute(db);
  await sql`
    create table provider_looks (
      provider text collate "C" not null,
      key_hash text collate "C" not null check (length(key_hash) = 64),
      started_at timestamptz not null,
      ended_at timestamptz,
      problem text,
      primary key (provider, key_hash)
    )`.execute(db);
}

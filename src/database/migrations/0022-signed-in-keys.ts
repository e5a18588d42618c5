import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Keys of a remote provider that have signed in here, by a keyed hash: no throttle holds them up.
  await sql`
    create table signed_in_keys (
      key_hash text collate "C" primary key check (length(key_hash) = 64),
      last_signed_in_at timestamptz not null
    )`.execute(db);
}

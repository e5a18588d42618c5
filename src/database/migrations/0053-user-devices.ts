import { sql, type Kysely } from 'kysely';

/** The browsers that users have signed in with, and which of them opened a session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_devices (
      user_id text collate "C" not null references users on delete cascade,
      device_hash text collate "C" not null,
      ip_address text,
      user_agent text,
      first_used_at timestamptz not null,
      last_used_at timestamptz not null,
      is_new boolean not null,
      primary key (user_id, device_hash)
    )`.execute(db);
  await sql`create index user_devices_by_use on user_devices (last_used_at)`.execute(db);
  await sql`alter table sessions add column device_hash text collate "C"`.execute(db);
}

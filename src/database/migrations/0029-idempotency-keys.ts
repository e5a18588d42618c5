import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table idempotency_keys (
      account_id text collate "C" not null,
      idempotency_key text collate "C" not null,
      external_id text collate "C" not null,
      body_hash text collate "C" not null,
      state text collate "C" not null,
      used_at timestamptz not null,
      primary key (account_id, idempotency_key)
    )`.execute(db);
  await sql`create index idempotency_keys_by_time on idempotency_keys (used_at)`.execute(db);
}

import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table incoming_webhooks (
      account_id text collate "C" primary key,
      secret_hash text collate "C" not null unique,
      sealed_secret bytea not null,
      sources jsonb not null,
      version integer not null,
      updated_at timestamptz not null,
      updated_by text,
      signals bigint not null,
      last_event_at timestamptz,
      refused_at timestamptz,
      refused_address text
    )`.execute(db);
  await sql`
    create table incoming_events (
      event_id text collate "C" primary key,
      account_id text collate "C" not null,
      content_hash text collate "C" not null,
      received_at timestamptz not null,
      last_received_at timestamptz not null,
      times integer not null,
      source text not null,
      replayed_at timestamptz,
      body text not null,
      unique (account_id, content_hash)
    )`.execute(db);
  await sql`
    create index incoming_events_by_age on incoming_events (account_id, received_at, event_id)`.execute(db);
  await sql`create index incoming_events_by_last on incoming_events (last_received_at)`.execute(db);
}

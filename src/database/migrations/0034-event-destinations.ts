import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_destinations (
      destination_id text collate "C" primary key,
      account_id text collate "C" not null,
      url text collate "C" not null,
      created_at timestamptz not null,
      created_by text,
      last_delivered_at timestamptz,
      tried_at timestamptz,
      claimed_until timestamptz,
      unique (account_id, url)
    )`.execute(db);
  // No foreign key: whoever removes a destination must not hold up, or fail, a payment that writes an event for it.
  await sql`
    create table event_deliveries (
      delivery_id text collate "C" primary key,
      destination_id text collate "C" not null,
      account_id text collate "C" not null,
      transaction_id text collate "C" not null,
      event_status text collate "C" not null,
      body text not null,
      state text collate "C" not null check (state in ('waiting', 'delivered', 'failed')),
      attempts integer not null,
      created_at timestamptz not null,
      next_try_at timestamptz,
      ended_at timestamptz,
      error text,
      check ((state = 'waiting') = (next_try_at is not null))
    )`.execute(db);
  await sql`
    create index event_deliveries_by_age on event_deliveries (destination_id, delivery_id)`.execute(db);
  await sql`
    create index event_deliveries_waiting on event_deliveries (destination_id, delivery_id)
    where state = 'waiting'`.execute(db);
  await sql`
    create index event_deliveries_failed on event_deliveries (destination_id, delivery_id)
    where state = 'failed'`.execute(db);
  await sql`create index event_deliveries_by_creation on event_deliveries (created_at)`.execute(db);
}

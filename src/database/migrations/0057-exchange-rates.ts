import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Accounts of a remote provider have no row of their own here: no foreign key.
  await sql`
    create table exchange_rates (
      rate_id text collate "C" primary key,
      account_id text collate "C" not null,
      currency text collate "C" not null,
      quote text collate "C" not null check (quote in ('USD', 'EUR', 'USDT', 'USDC')),
      rate numeric not null check (rate > 0 and rate < 'Infinity'),
      at timestamptz not null,
      source text collate "C" not null check (source in ('file', 'url', 'exchange')),
      origin text not null,
      recorded_at timestamptz not null,
      recorded_by text,
      superseded_at timestamptz,
      superseded_by text,
      constraint exchange_rates_pair check (currency <> quote)
    )`.execute(db);
  // One value at a time for each moment of a source. Earlier ones are kept.
  await sql`
    create unique index exchange_rates_current
    on exchange_rates (account_id, currency, quote, source, at) where superseded_at is null`.execute(db);
  await sql`create index exchange_rates_by_time on exchange_rates (account_id, at, rate_id)`.execute(db);

  await sql`
    create table rate_sources (
      account_id text collate "C" primary key,
      url text not null,
      changed_at timestamptz not null,
      changed_by text,
      next_at timestamptz,
      lease_version integer not null,
      tried_at timestamptz,
      failure text,
      read_at timestamptz,
      rates_read integer
    )`.execute(db);
  await sql`create index rate_sources_due on rate_sources (next_at)`.execute(db);
}

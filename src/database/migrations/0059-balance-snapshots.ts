import { sql, type Kysely } from 'kysely';

/** What a remote provider said an account’s balances were, on the hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table balance_snapshots (
      account_id text collate "C" not null,
      hour timestamptz not null,
      taken_at timestamptz not null,
      balances text not null,
      primary key (account_id, hour)
    )`.execute(db);
}

import { sql, type Kysely } from 'kysely';

/** Users in several accounts: which came first, and what people call each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Of memberships from before, the last change is the closest that is known.
  await sql`alter table memberships add column created_at timestamptz`.execute(db);
  await sql`update memberships set created_at = updated_at`.execute(db);
  await sql`alter table memberships alter column created_at set not null`.execute(db);
  await sql`
    create table user_accounts (
      account_id text collate "C" primary key,
      name text,
      added_at timestamptz not null
    )`.execute(db);
  await sql`
    insert into user_accounts (account_id, added_at)
    select account_id, min(added_at) from account_keys group by account_id`.execute(db);
}

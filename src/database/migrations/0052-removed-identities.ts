import { sql, type Kysely } from 'kysely';

/** Whom administrators have removed from an account: groups of the identity provider don't let them in again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table removed_identities (
      issuer text collate "C" not null,
      subject text collate "C" not null,
      account_id text collate "C" not null,
      primary key (issuer, subject, account_id)
    )`.execute(db);
  await sql`
    create table removed_emails (
      email_key text collate "C" not null,
      account_id text collate "C" not null,
      primary key (email_key, account_id)
    )`.execute(db);
  // Until now, whoever had left wasn't let in to any account.
  await sql`
    insert into removed_identities (issuer, subject, account_id)
    select distinct user_identities.issuer, user_identities.subject, account_keys.account_id
    from user_identities
    join users on users.user_id = user_identities.user_id and users.left_at is not null
    cross join account_keys`.execute(db);
}

import { sql, type Kysely } from 'kysely';

/** Who users are at the company's identity provider, and which sessions it opened. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_identities (
      issuer text collate "C" not null,
      subject text collate "C" not null,
      user_id text collate "C" not null references users on delete cascade,
      linked_at timestamptz not null,
      primary key (issuer, subject)
    )`.execute(db);
  await sql`create index user_identities_by_user on user_identities (user_id)`.execute(db);
  // Memberships that groups of the provider grant, and take away again.
  await sql`
    create table group_memberships (
      user_id text collate "C" not null,
      account_id text collate "C" not null,
      primary key (user_id, account_id),
      foreign key (user_id, account_id) references memberships on delete cascade
    )`.execute(db);
  await sql`
    create table session_identities (
      session_hash text collate "C" primary key references sessions on delete cascade,
      issuer text collate "C" not null,
      subject text collate "C" not null,
      sid text collate "C"
    )`.execute(db);
  await sql`create index session_identities_by_subject on session_identities (issuer, subject)`.execute(db);
  await sql`
    create table used_logout_tokens (
      issuer text collate "C" not null,
      token_id text collate "C" not null,
      expires_at timestamptz not null,
      primary key (issuer, token_id)
    )`.execute(db);
}

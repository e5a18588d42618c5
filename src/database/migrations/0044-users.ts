import { sql, type Kysely } from 'kysely';

/** Named users, how they sign in, what they may do in an account, and the account's keys, which no user sees. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      user_id text collate "C" primary key,
      name text not null,
      email text not null,
      email_key text collate "C" not null unique,
      created_at timestamptz not null,
      created_by text,
      left_at timestamptz
    )`.execute(db);
  await sql`
    create table user_passwords (
      user_id text collate "C" primary key references users on delete cascade,
      hash text not null,
      changed_at timestamptz not null
    )`.execute(db);
  await sql`
    create table user_totp (
      user_id text collate "C" primary key references users on delete cascade,
      sealed_secret bytea not null,
      last_step bigint not null,
      added_at timestamptz not null
    )`.execute(db);
  await sql`
    create table user_passkeys (
      credential_id text collate "C" primary key,
      user_id text collate "C" not null references users on delete cascade,
      public_key bytea not null,
      sign_count bigint not null,
      transports jsonb not null,
      name text not null,
      is_synced boolean not null,
      added_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index user_passkeys_by_user on user_passkeys (user_id)`.execute(db);
  await sql`
    create table recovery_codes (
      code_hash text collate "C" primary key,
      user_id text collate "C" not null references users on delete cascade,
      used_at timestamptz
    )`.execute(db);
  await sql`create index recovery_codes_by_user on recovery_codes (user_id)`.execute(db);
  // A link with which a user sets up how to sign in: once, and until it expires.
  await sql`
    create table invitations (
      token_hash text collate "C" primary key,
      user_id text collate "C" not null references users on delete cascade,
      created_at timestamptz not null,
      created_by text,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index invitations_by_user on invitations (user_id)`.execute(db);
  // What a browser must sign with a passkey, or was asked for after its password.
  await sql`
    create table sign_in_challenges (
      challenge_hash text collate "C" primary key,
      user_id text collate "C" references users on delete cascade,
      purpose text not null,
      challenge text not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index sign_in_challenges_by_end on sign_in_challenges (expires_at)`.execute(db);

  await sql`
    create table account_keys (
      key_id text collate "C" primary key,
      account_id text collate "C" not null,
      name text,
      sealed_key bytea not null,
      fingerprint text not null,
      added_at timestamptz not null,
      added_by text,
      unique (account_id, fingerprint)
    )`.execute(db);
  await sql`
    create table custom_roles (
      role_id text collate "C" primary key,
      account_id text collate "C" not null,
      name text not null,
      name_key text collate "C" not null,
      permissions jsonb not null,
      version integer not null,
      updated_at timestamptz not null,
      updated_by text,
      unique (account_id, name_key)
    )`.execute(db);
  await sql`
    create table memberships (
      user_id text collate "C" not null references users on delete cascade,
      account_id text collate "C" not null,
      roles jsonb not null,
      version integer not null,
      updated_at timestamptz not null,
      updated_by text,
      primary key (user_id, account_id)
    )`.execute(db);
  await sql`create index memberships_by_account on memberships (account_id)`.execute(db);

  // A session has a key of its own, or is a user's and uses the account's.
  await sql`
    alter table sessions
      alter column encrypted_key drop not null,
      add column user_id text collate "C" references users on delete cascade,
      add column key_hash text collate "C",
      add column ip_address text,
      add column user_agent text,
      add constraint sessions_key_check check ((encrypted_key is null) <> (user_id is null))`.execute(db);
  await sql`create index sessions_by_user on sessions (user_id)`.execute(db);
  await sql`create index sessions_by_account on sessions (account_id)`.execute(db);

  await sql`
    alter table audit_log_entries
      add column user_id text collate "C",
      add column user_name text`.execute(db);
}

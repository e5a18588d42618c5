import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Whose an address is. One address may have labels of several sources.
  await sql`
    create table aml_labels (
      network text collate "C" not null,
      address text collate "C" not null,
      source text collate "C" not null,
      entity text not null,
      category text collate "C" not null,
      imported_at timestamptz not null,
      primary key (network, address, source)
    )`.execute(db);
  await sql`
    create table aml_allowances (
      account_id text collate "C" primary key references accounts,
      checks_left integer not null check (checks_left >= 0)
    )`.execute(db);
  await sql`
    create table aml_checks (
      uid text collate "C" primary key,
      account_id text collate "C" not null references accounts,
      network text collate "C" not null,
      value text collate "C" not null,
      subject text collate "C" not null check (subject in ('address', 'transaction')),
      is_async boolean not null,
      payer_address text collate "C" references wallets,
      fee numeric not null check (fee >= 0 and fee < 'Infinity'),
      status text collate "C" not null check (status in ('pending', 'completed', 'failed')),
      report jsonb,
      method_version text collate "C",
      failure text,
      created_at timestamptz not null,
      completed_at timestamptz,
      next_step_at timestamptz
    )`.execute(db);
  await sql`create index aml_checks_by_age on aml_checks (account_id, created_at, uid)`.execute(db);
  await sql`
    create index aml_checks_to_do on aml_checks (next_step_at, uid)
    where next_step_at is not null`.execute(db);
  // Random keys that processes on one database share, for links that cannot be guessed.
  await sql`
    create table service_secrets (
      name text collate "C" primary key,
      secret bytea not null
    )`.execute(db);
}

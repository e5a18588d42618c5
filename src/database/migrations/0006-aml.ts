import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Whose an address is. One address may have labels of several sources.
  await sql`
    create table aml_labels (
      network text collate "C" not null check (network in ('trx', 'eth', 'bnb', 'btc', 'sol')),
      address text collate "C" not null,
      source text collate "C" not null,
      entity text not null,
      category text collate "C" not null,
      imported_at timestamptz not null,
      primary key (network, address, source)
    )`.execute(db);
  await sql`create index aml_labels_by_source on aml_labels (source, category)`.execute(db);
  await sql`
    create table aml_allowances (
      account_id text collate "C" primary key references accounts,
      checks_left integer not null check (checks_left >= 0)
    )`.execute(db);
  // Prices and the like that differ from the defaults of the program.
  await sql`
    create table aml_settings (
      name text collate "C" primary key,
      value numeric not null check (value >= 0 and value < 'Infinity')
    )`.execute(db);
  // The report is json and not jsonb: it is given out again as it was written, its keys in their order.
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
      attempts integer not null check (attempts >= 0),
      report json,
      method_version text collate "C",
      failure text,
      created_at timestamptz not null,
      completed_at timestamptz,
      next_step_at timestamptz,
      constraint aml_checks_finished check (
        (status = 'pending') = (completed_at is null)
        and (status = 'pending') = (next_step_at is not null)
        and (status = 'completed') = (report is not null)
        and (status = 'failed') = (failure is not null)
      )
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

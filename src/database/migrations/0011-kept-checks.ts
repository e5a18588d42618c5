import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What the gateway keeps of AML checks, over any wallet service: `aml_checks` is the embedded service's own.
  // Accounts of a remote provider have no row of their own here: no foreign key.
  await sql`
    create table kept_checks (
      check_id text collate "C" primary key,
      account_id text collate "C" not null,
      network text collate "C" not null,
      value text collate "C" not null,
      kind text collate "C" not null check (kind in ('address', 'transaction')),
      state text collate "C" not null,
      turn integer not null,
      payer_address text collate "C",
      uid text collate "C",
      asked_by text,
      key_fingerprint text collate "C" not null,
      sealed_key bytea,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      ended_at timestamptz,
      tried_since timestamptz not null,
      next_at timestamptz,
      rechecks integer not null check (rechecks >= 0),
      failures integer not null check (failures >= 0),
      failure_status integer,
      failure_code text,
      failure_message text,
      score numeric,
      findings json,
      categories text[] collate "C",
      is_sanctioned boolean,
      checks_left text,
      report_sha256 text collate "C",
      pdf_link text,
      has_pdf boolean not null,
      decision_id text collate "C",
      decision text collate "C" check (decision in ('accepted', 'rejected', 'escalated')),
      constraint kept_checks_states check (
        state in ('queued', 'asking', 'waiting', 'stopped', 'finished', 'failed', 'lost')
        and (state in ('finished', 'failed', 'lost')) = (ended_at is not null)
        and (state = 'finished') = (report_sha256 is not null and findings is not null
          and categories is not null and is_sanctioned is not null)
        and (state = 'finished' or decision_id is null)
        and (state not in ('queued', 'asking', 'waiting') or (next_at is not null and sealed_key is not null))
        and (state in ('queued', 'asking', 'waiting') or sealed_key is null)
        and (state <> 'waiting' or uid is not null)
      )
    )`.execute(db);
  // What costs is begun once, whoever asks for it and in whichever process.
  await sql`
    create unique index kept_checks_running on kept_checks (account_id, network, value)
    where state in ('queued', 'asking', 'waiting')`.execute(db);
  await sql`create index kept_checks_by_age on kept_checks (account_id, created_at, check_id)`.execute(db);
  await sql`
    create index kept_checks_by_subject on kept_checks (account_id, network, value, ended_at)
    where state = 'finished'`.execute(db);
  await sql`create index kept_checks_by_end on kept_checks (account_id, ended_at)`.execute(db);
  await sql`create index kept_checks_by_change on kept_checks (updated_at)`.execute(db);
  await sql`
    create index kept_checks_to_do on kept_checks (next_at, check_id)
    where next_at is not null`.execute(db);

  // Apart, so that a list does not read them.
  await sql`
    create table kept_reports (
      check_id text collate "C" primary key references kept_checks,
      answer bytea not null,
      pdf bytea
    )`.execute(db);

  await sql`
    create table check_decisions (
      decision_id text collate "C" primary key,
      check_id text collate "C" not null references kept_checks,
      decision text collate "C" not null check (decision in ('accepted', 'rejected', 'escalated')),
      note text not null,
      band text collate "C" not null check (band in ('low', 'medium', 'high', 'severe')),
      decided_by text,
      key_fingerprint text collate "C" not null,
      decided_at timestamptz not null
    )`.execute(db);
  await sql`create index check_decisions_by_check on check_decisions (check_id, decided_at)`.execute(db);
}

import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Accounts of a remote provider have no row of their own here: no foreign key. One row for each external ID of an
  // account: whoever writes it first is the only one who sends.
  await sql`
    create table withdrawal_outcomes (
      outcome_id text collate "C" primary key,
      account_id text collate "C" not null,
      external_id text collate "C" not null,
      state text collate "C" not null
        check (state in ('in_flight', 'confirmed', 'refused', 'outcome_unknown', 'not_created', 'handled')),
      network text collate "C" not null,
      currency text collate "C" not null,
      amount numeric not null check (amount > 0),
      recipient_wallet text collate "C" not null,
      recipient_key text collate "C" not null,
      sender text collate "C",
      sender_wallet text collate "C",
      body_hash text collate "C" not null,
      key_name text,
      key_fingerprint text collate "C" not null,
      via text collate "C" not null check (via in ('session', 'program')),
      sealed_key bytea,
      lease_version integer not null,
      attempts integer not null check (attempts > 0),
      first_attempt_at timestamptz not null,
      last_attempt_at timestamptz not null,
      request_id text collate "C",
      response text,
      refusal text,
      unknown_since timestamptz,
      unknown_because text,
      checks integer not null,
      checked_at timestamptz,
      finding text,
      next_at timestamptz,
      note text,
      handled_by text,
      handled_at timestamptz,
      unique (account_id, external_id),
      check ((state = 'confirmed') = (request_id is not null)),
      check ((state in ('in_flight', 'outcome_unknown')) = (next_at is not null and sealed_key is not null)),
      check ((state = 'outcome_unknown') <= (unknown_since is not null)),
      check ((state = 'handled') = (handled_at is not null and note is not null))
    )`.execute(db);
  await sql`
    create index withdrawal_outcomes_due on withdrawal_outcomes (next_at, outcome_id)
      where next_at is not null`.execute(db);
  await sql`
    create index withdrawal_outcomes_listed on withdrawal_outcomes (account_id, last_attempt_at, outcome_id)`.execute(
    db,
  );
  await sql`
    create index withdrawal_outcomes_of_key on withdrawal_outcomes (key_fingerprint, external_id)`.execute(
    db,
  );
}

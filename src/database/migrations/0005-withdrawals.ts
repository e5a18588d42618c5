import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table withdrawal_requests (
      request_id text collate "C" primary key,
      account_id text collate "C" not null references accounts,
      external_id text collate "C" not null,
      amount numeric not null check (amount > 0 and amount < 'Infinity'),
      fee numeric not null check (fee >= 0 and fee < 'Infinity'),
      fee_included boolean not null,
      currency text collate "C" not null,
      network text collate "C" not null check (network in ('trx', 'eth', 'bnb', 'btc', 'sol')),
      sender text collate "C" not null check (sender in ('user', 'exchange')),
      sender_wallet text collate "C" references wallets,
      recipient_wallet text collate "C" not null,
      comment text,
      status text collate "C" not null
        check (status in ('new', 'processing', 'completed', 'rejected', 'error')),
      transaction_status text collate "C" check (transaction_status in ('pending', 'confirmed', 'failed')),
      hash text collate "C",
      transaction_id text collate "C" references transactions,
      reason text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz,
      next_step_at timestamptz,
      unique (account_id, external_id),
      constraint withdrawal_requests_sender_named check ((sender = 'user') = (sender_wallet is not null))
    )`.execute(db);
  await sql`
    create index withdrawal_requests_by_time
    on withdrawal_requests (account_id, request_id) where deleted_at is null`.execute(db);
  await sql`
    create index withdrawal_requests_by_status
    on withdrawal_requests (account_id, status, request_id) where deleted_at is null`.execute(db);
  await sql`
    create index withdrawal_requests_by_kind on withdrawal_requests
    (account_id, network, currency, status, request_id) where deleted_at is null`.execute(db);
  await sql`
    create index withdrawal_requests_by_amount
    on withdrawal_requests (account_id, amount, request_id) where deleted_at is null`.execute(db);
  await sql`
    create index withdrawal_requests_by_change
    on withdrawal_requests (account_id, updated_at, request_id) where deleted_at is null`.execute(db);
  await sql`
    create index withdrawal_requests_to_do
    on withdrawal_requests (next_step_at, request_id) where next_step_at is not null`.execute(db);
  await sql`
    create table withdrawal_counts (
      account_id text collate "C" not null references accounts,
      grain text collate "C" not null check (grain in ('day', 'month')),
      bucket date not null,
      network text collate "C" not null,
      currency text collate "C" not null,
      status text collate "C" not null,
      rows integer not null,
      primary key (account_id, grain, bucket, network, currency, status)
    )`.execute(db);

  // Signed before it is sent, so that a process that dies in between sends the same payment again.
  await sql`
    create table payments (
      request_id text collate "C" primary key references withdrawal_requests,
      network text collate "C" not null,
      hash text collate "C" not null,
      signed text not null,
      signed_at timestamptz not null,
      unique (network, hash)
    )`.execute(db);
  // Fees and minimums that differ from the defaults of the program.
  await sql`
    create table withdrawal_fees (
      network text collate "C" not null,
      currency text collate "C" not null,
      fee numeric not null check (fee >= 0 and fee < 'Infinity'),
      minimum numeric not null check (minimum > 0 and minimum < 'Infinity'),
      primary key (network, currency)
    )`.execute(db);
  // What the sandbox's chain knows: it stands in for a network's nodes and is nobody else's business.
  await sql`
    create table sandbox_chain_payments (
      network text collate "C" not null,
      hash text collate "C" not null,
      signed text not null,
      received_at timestamptz not null,
      primary key (network, hash)
    )`.execute(db);
}

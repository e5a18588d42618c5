import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A decision on an address and a payment to it lock the same row, so that one of them comes first.
  await sql`
    create table recipient_locks (
      slot integer primary key,
      closed_until timestamptz
    )`.execute(db);
  // Payments that are being handed over right now: a rejection waits for them. Accounts of a remote provider have
  // no row of their own here: no foreign key.
  await sql`
    create table sends_in_flight (
      send_id text collate "C" primary key,
      account_id text collate "C" not null,
      network text collate "C" not null,
      address text collate "C" not null,
      ends_at timestamptz not null
    )`.execute(db);
  await sql`
    create index sends_in_flight_by_recipient on sends_in_flight (account_id, network, address)`.execute(db);
  // Until when the last attempt to send the payment may have reached the network; null: nothing was ever sent.
  await sql`alter table payments add column send_ends_at timestamptz`.execute(db);
  await sql`update payments set send_ends_at = signed_at`.execute(db);

  // What kind of reason ended a request, for programs; `reason` is for people.
  await sql`alter table withdrawal_requests add column reason_code text collate "C"`.execute(db);
  await sql`
    create index withdrawal_requests_by_reason
    on withdrawal_requests (account_id, reason_code, updated_at) where reason_code is not null`.execute(db);
  // A wallet is not deleted while something is on its way to it.
  await sql`
    create index withdrawal_requests_open_to on withdrawal_requests (recipient_wallet)
    where status in ('new', 'processing') and deleted_at is null`.execute(db);
  await sql`
    create index transactions_coming_in on transactions (recipient_wallet)
    where direction = 'in' and status = 'in_progress'`.execute(db);

  await sql`
    create index kept_checks_decided on kept_checks (network, value, account_id)
    where decision_id is not null`.execute(db);
}

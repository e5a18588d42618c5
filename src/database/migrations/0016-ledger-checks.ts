import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The document of a collection or settlement, written with its posting. No foreign key to the posting: the
  // ledger check must be able to find a document whose posting is gone.
  await sql`
    create table fund_transfers (
      posting_id text collate "C" primary key,
      account_id text collate "C" not null references accounts,
      kind text collate "C" not null check (kind in ('collection', 'settlement')),
      network text collate "C" not null,
      currency text collate "C" not null,
      amount numeric not null check (amount > 0 and amount < 'Infinity'),
      wallet_address text collate "C" references wallets,
      created_at timestamptz not null,
      constraint fund_transfers_wallet_named check ((kind = 'collection') = (wallet_address is not null))
    )`.execute(db);
  await sql`create index fund_transfers_by_time on fund_transfers (created_at, posting_id)`.execute(db);
  // Databases from before this migration have no such documents. Their collections and settlements are taken
  // over as they were posted.
  await sql`
    insert into fund_transfers
      (posting_id, account_id, kind, network, currency, amount, wallet_address, created_at)
    select p.posting_id, p.account_id, p.kind,
      case when a.network = 'trx_eth' then 'trx' else a.network end, a.currency, -e.amount,
      a.wallet_address, p.created_at
    from ledger_postings p
    join ledger_entries e on e.posting_id = p.posting_id and e.amount < 0
    join ledger_accounts a on a.ledger_account_id = e.ledger_account_id
    where (p.kind = 'collection' and a.kind = 'wallet') or (p.kind = 'settlement' and a.kind = 'transit')
  `.execute(db);

  // What the ledger check looks rows up by: postings by their document, recent rows by their time, open
  // requests without reading closed ones.
  await sql`
    create index ledger_postings_by_reference on ledger_postings (reference, kind)`.execute(db);
  await sql`create index ledger_postings_by_time on ledger_postings (created_at, posting_id)`.execute(db);
  await sql`
    create index withdrawal_requests_open on withdrawal_requests (request_id)
    where status in ('new', 'processing') and deleted_at is null`.execute(db);
  await sql`
    create index withdrawal_requests_changed on withdrawal_requests (updated_at, request_id)`.execute(db);
  await sql`
    create index withdrawal_requests_by_transaction on withdrawal_requests (transaction_id)
    where transaction_id is not null`.execute(db);
  await sql`create index aml_checks_completed on aml_checks (completed_at, uid)`.execute(db);

  // One row for each scope: the round in progress, when the next step is due, and the last finished round.
  await sql`
    create table ledger_checks (
      scope text collate "C" primary key check (scope in ('current', 'history')),
      next_at timestamptz not null,
      position text,
      finished_at timestamptz,
      started_at timestamptz
    )`.execute(db);

  // The sum of an account's entries up to a moment, so that a recent check adds up recent entries only. The
  // history check computes it again from the first entry.
  await sql`
    create table ledger_checkpoints (
      ledger_account_id text collate "C" primary key,
      until timestamptz not null,
      total numeric not null
    )`.execute(db);

  // No foreign keys: a fault may name an account or a row that doesn't exist.
  await sql`
    create table ledger_faults (
      fault_id text collate "C" primary key,
      rule text collate "C" not null,
      walk text collate "C" not null,
      row_key text collate "C" not null,
      account_id text collate "C",
      subject text collate "C" not null,
      mark text collate "C" not null,
      expected text not null,
      found text not null,
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null,
      resolved_at timestamptz,
      recheck text collate "C"
    )`.execute(db);
  await sql`
    create unique index ledger_faults_open on ledger_faults (rule, subject, mark)
    where resolved_at is null`.execute(db);
  await sql`
    create index ledger_faults_by_account on ledger_faults (account_id, fault_id)
    where resolved_at is null`.execute(db);
  await sql`
    create index ledger_faults_by_row on ledger_faults (walk, row_key)
    where resolved_at is null`.execute(db);

  // Who resumed an account's payments in spite of which fault.
  await sql`
    create table ledger_resumptions (
      fault_id text collate "C" not null references ledger_faults,
      account_id text collate "C" not null,
      note text not null,
      resumed_by text,
      resumed_at timestamptz not null,
      primary key (fault_id, account_id)
    )`.execute(db);
}

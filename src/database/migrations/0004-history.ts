import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Substring search by index. A trusted extension: whoever may create tables in the database may create it.
  await sql`create extension if not exists pg_trgm`.execute(db);

  // What the account paid for withdrawals, exchanges and checks. Like the outside, it is not kept as a
  // balance: every payment would wait for the one before it.
  await sql`alter table ledger_accounts drop constraint ledger_accounts_kind_check`.execute(db);
  await sql`
    alter table ledger_accounts add constraint ledger_accounts_kind_check
    check (kind in ('wallet', 'hold', 'pool', 'transit', 'fees', 'world'))`.execute(db);
  await sql`alter table ledger_accounts drop constraint ledger_accounts_balance_kept`.execute(db);
  await sql`
    alter table ledger_accounts add constraint ledger_accounts_balance_kept
    check ((kind in ('fees', 'world')) = (balance is null))`.execute(db);

  // The ids start with the moment (see timeId in ids.ts), so that their order is the order in time.
  await sql`
    create table transactions (
      transaction_id text collate "C" primary key,
      account_id text collate "C" not null references accounts,
      network text collate "C" not null check (network in ('trx', 'eth', 'bnb', 'btc', 'sol')),
      direction text collate "C" not null check (direction in ('in', 'out')),
      status text collate "C" not null check (status in ('in_progress', 'completed', 'error')),
      currency text collate "C" not null,
      amount numeric not null check (amount > 0 and amount < 'Infinity'),
      fee numeric not null check (fee >= 0 and fee < 'Infinity'),
      sender_wallet text collate "C" not null,
      recipient_wallet text collate "C" not null,
      hash text collate "C" not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create index transactions_by_time on transactions (account_id, transaction_id)`.execute(db);
  await sql`
    create index transactions_by_status
    on transactions (account_id, status, transaction_id)`.execute(db);
  await sql`
    create index transactions_by_kind
    on transactions (account_id, network, currency, direction, status, transaction_id)`.execute(db);
  await sql`create index transactions_by_hash on transactions (hash)`.execute(db);
  // A line break is in no search text, so that no match runs from one column into the next.
  await sql`
    create index transactions_search on transactions using gin ((
      lower(transaction_id || E'\n' || sender_wallet || E'\n' || recipient_wallet || E'\n' || hash)
    ) gin_trgm_ops)`.execute(db);
  // Added to by upserts, which a check of the proposed row would stop where a count goes down: who writes
  // them (lists/list-counts.ts) sees to it that none falls below zero.
  await sql`
    create table transaction_counts (
      account_id text collate "C" not null references accounts,
      grain text collate "C" not null check (grain in ('day', 'month')),
      bucket date not null,
      network text collate "C" not null,
      currency text collate "C" not null,
      direction text collate "C" not null,
      status text collate "C" not null,
      rows integer not null,
      primary key (account_id, grain, bucket, network, currency, direction, status)
    )`.execute(db);

  await sql`
    create table exchange_transactions (
      transaction_id text collate "C" primary key,
      account_id text collate "C" not null references accounts,
      network_from text collate "C" not null,
      network_to text collate "C" not null,
      currency_from text collate "C" not null,
      currency_to text collate "C" not null,
      status text collate "C" not null check (status in ('in_progress', 'completed', 'error')),
      amount_from numeric not null check (amount_from > 0 and amount_from < 'Infinity'),
      amount_to numeric not null check (amount_to > 0 and amount_to < 'Infinity'),
      fee numeric not null check (fee >= 0 and fee < 'Infinity'),
      rate numeric not null check (rate > 0 and rate < 'Infinity'),
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create index exchange_transactions_by_time on exchange_transactions (account_id, transaction_id)`.execute(
    db,
  );
  await sql`
    create index exchange_transactions_by_status
    on exchange_transactions (account_id, status, transaction_id)`.execute(db);
  await sql`
    create index exchange_transactions_by_kind on exchange_transactions
    (account_id, network_from, network_to, currency_from, currency_to, status, transaction_id)`.execute(db);
  await sql`
    create index exchange_transactions_by_amount_from
    on exchange_transactions (account_id, amount_from, transaction_id)`.execute(db);
  await sql`
    create index exchange_transactions_by_amount_to
    on exchange_transactions (account_id, amount_to, transaction_id)`.execute(db);
  await sql`
    create index exchange_transactions_by_rate
    on exchange_transactions (account_id, rate, transaction_id)`.execute(db);
  await sql`
    create table exchange_counts (
      account_id text collate "C" not null references accounts,
      grain text collate "C" not null check (grain in ('day', 'month')),
      bucket date not null,
      network_from text collate "C" not null,
      network_to text collate "C" not null,
      currency_from text collate "C" not null,
      currency_to text collate "C" not null,
      status text collate "C" not null,
      rows integer not null,
      primary key (
        account_id, grain, bucket, network_from, network_to, currency_from, currency_to, status
      )
    )`.execute(db);

  // Who sent what to whom, once for all accounts: a movement between two wallets of ours is two
  // transactions and one transfer. AML screening follows it.
  await sql`
    create table transfers (
      network text collate "C" not null,
      hash text collate "C" not null,
      sender text collate "C" not null,
      recipient text collate "C" not null,
      currency text collate "C" not null,
      amount numeric not null check (amount > 0 and amount < 'Infinity'),
      created_at timestamptz not null,
      primary key (network, hash, sender, recipient, currency)
    )`.execute(db);
  await sql`create index transfers_by_recipient on transfers (network, recipient, created_at)`.execute(db);
  await sql`create index transfers_by_sender on transfers (network, sender, created_at)`.execute(db);
}

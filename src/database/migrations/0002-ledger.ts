import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A comparison with null is no violation: each rule says for itself where a balance must not be null.
  await sql`
    create table ledger_accounts (
      ledger_account_id text collate "C" primary key,
      account_id text collate "C" not null references accounts,
      kind text collate "C" not null check (kind in ('wallet', 'hold', 'pool', 'transit', 'world')),
      network text collate "C" not null
        check (network in ('trx', 'eth', 'bnb', 'btc', 'sol', 'trx_eth')),
      currency text collate "C" not null,
      wallet_address text collate "C" references wallets,
      balance numeric,
      constraint ledger_accounts_balance_kept check ((kind = 'world') = (balance is null)),
      constraint ledger_accounts_balance_range check (balance >= 0 and balance < 'Infinity'),
      constraint ledger_accounts_wallet_named check (kind <> 'wallet' or wallet_address is not null)
    )`.execute(db);
  await sql`
    create index ledger_accounts_by_account
    on ledger_accounts (account_id, kind, network, currency)`.execute(db);
  await sql`create index ledger_accounts_by_wallet on ledger_accounts (wallet_address)`.execute(db);

  await sql`
    create table ledger_postings (
      posting_id text collate "C" primary key,
      account_id text collate "C" not null references accounts,
      kind text collate "C" not null,
      reference text collate "C",
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create index ledger_postings_by_age
    on ledger_postings (account_id, created_at, posting_id)`.execute(db);

  await sql`
    create table ledger_entries (
      posting_id text collate "C" not null references ledger_postings,
      ledger_account_id text collate "C" not null references ledger_accounts,
      amount numeric not null check (amount <> 0 and amount > '-Infinity' and amount < 'Infinity'),
      created_at timestamptz not null,
      primary key (posting_id, ledger_account_id)
    )`.execute(db);
  await sql`
    create index ledger_entries_by_account
    on ledger_entries (ledger_account_id, created_at, posting_id)`.execute(db);
}

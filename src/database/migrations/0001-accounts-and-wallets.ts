import { sql, type Kysely } from 'kysely';

// Ids and addresses are compared byte by byte (collate "C"): the same order on every server whatever its
// locale, and an index that also serves a search by prefix. Amounts below 'Infinity' are not NaN either,
// which PostgreSQL sorts above it.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounts (
      account_id text collate "C" primary key,
      name text not null,
      created_at timestamptz not null
    )`.execute(db);

  await sql`
    create table api_keys (
      key_id text collate "C" primary key,
      account_id text collate "C" not null references accounts,
      name text not null,
      hash text collate "C" not null unique check (length(hash) = 64),
      permissions text[] not null,
      sandbox boolean not null,
      created_at timestamptz not null,
      revoked_at timestamptz
    )`.execute(db);
  await sql`create index api_keys_by_account on api_keys (account_id, created_at, key_id)`.execute(db);

  await sql`
    create table address_chains (
      network text collate "C" primary key check (network in ('trx', 'eth', 'bnb', 'btc')),
      extended_public_key text not null,
      path text not null,
      next_index integer not null check (next_index >= 0)
    )`.execute(db);

  await sql`
    create table wallets (
      address text collate "C" primary key,
      account_id text collate "C" not null references accounts,
      network text collate "C" not null references address_chains,
      type text collate "C" not null check (type in ('user', 'accounting')),
      name text not null,
      status text collate "C" not null check (status in ('active', 'inactive', 'blocked')),
      chain_index integer not null check (chain_index >= 0),
      created_at timestamptz not null,
      deleted_at timestamptz,
      unique (network, chain_index)
    )`.execute(db);
  // The list, newest first, is this index read backwards. An account has at most 500 wallets a network, so
  // that a filter by network or type drops few rows of it and needs no index of its own.
  await sql`
    create index wallets_by_age on wallets (account_id, created_at, address)
    where deleted_at is null`.execute(db);

  await sql`
    create table wallet_counts (
      account_id text collate "C" not null references accounts,
      network text collate "C" not null check (network in ('trx', 'eth', 'bnb', 'btc')),
      wallets integer not null check (wallets between 0 and 500),
      primary key (account_id, network)
    )`.execute(db);

  await sql`
    create table refunds (
      refund_transaction_id bigint primary key,
      account_id text collate "C" not null references accounts,
      wallet_address text collate "C" not null references wallets,
      currency text collate "C" not null,
      amount numeric not null check (amount > 0 and amount < 'Infinity'),
      deposit_transaction_id text collate "C" not null,
      refund_wallet text collate "C" not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index refunds_by_wallet on refunds (wallet_address, refund_transaction_id)`.execute(db);
}

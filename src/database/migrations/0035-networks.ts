import { sql, type Kysely } from 'kysely';
import { addNetwork } from './add-network.ts';

// The networks of the program's network files, once each, so that a new one is a row (see add-network.ts). Tables of what
// only some networks have, or of more than networks, refer to those.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table networks (code text collate "C" primary key)`.execute(db);
  await sql`create table wallet_networks (code text collate "C" primary key references networks)`.execute(db);
  // What funds are kept under: every network, and the pool that wallets of two networks share.
  await sql`create table ledger_networks (code text collate "C" primary key)`.execute(db);
  for (const code of ['trx', 'eth', 'bnb', 'btc']) await addNetwork(db, { code, hasWallets: true });
  await addNetwork(db, { code: 'sol', hasWallets: false });
  await sql`insert into ledger_networks values ('trx_eth')`.execute(db);

  const references = {
    transactions: 'networks',
    withdrawal_requests: 'networks',
    aml_labels: 'networks',
    address_chains: 'wallet_networks',
    wallet_counts: 'wallet_networks',
    ledger_accounts: 'ledger_networks',
  };
  for (const [table, referenced] of Object.entries(references)) {
    await sql`
      alter table ${sql.id(table)}
      drop constraint ${sql.id(`${table}_network_check`)},
      add foreign key (network) references ${sql.id(referenced)}`.execute(db);
  }
  // No foreign key: it would double the time that a list of hundreds of thousands of rows takes. Whoever writes them
  // takes their networks from `networks`.
  await sql`alter table sanctions_entries drop constraint sanctions_entries_network_check`.execute(db);
}

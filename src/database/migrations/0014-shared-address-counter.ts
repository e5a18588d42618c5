import { sql, type Kysely } from 'kysely';

// Networks that derive their addresses from one path take their indexes from one counter, or an address would belong
// to two wallets. Installations that are older have a path for each network, and keep a counter for each.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table address_chains
    add column counter_network text collate "C" references address_chains`.execute(db);
  await sql`update address_chains set counter_network = network`.execute(db);
  await sql`alter table address_chains alter column counter_network set not null`.execute(db);
}

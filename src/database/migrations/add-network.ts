import { sql, type Kysely } from 'kysely';

type NewNetwork = {
  code: string;
  hasWallets: boolean;
  /**
   * An existing network that writes addresses alike. A sanctioned address there is the same address on the new network, so
   * sanctions lists that are already loaded get it there, too.
   */
  sharesAddressesWith?: string;
};

/** Makes the database take rows of a network. Its address chain follows at the next start (see prepare-addresses.ts). */
export async function addNetwork(
  db: Kysely<unknown>,
  { code, hasWallets, sharesAddressesWith }: NewNetwork,
): Promise<void> {
  await sql`insert into networks values (${code})`.execute(db);
  await sql`insert into ledger_networks values (${code})`.execute(db);
  if (hasWallets) await sql`insert into wallet_networks values (${code})`.execute(db);
  if (sharesAddressesWith === undefined) return;
  await sql`
    insert into sanctions_entries (network, address, list_id, entity, listed_since)
    select ${code}, address, list_id, entity, listed_since
    from sanctions_entries where network = ${sharesAddressesWith}`.execute(db);
}

import { sql, type Kysely } from 'kysely';
import { deriveAddress } from '#domain/hd.ts';
import type { WalletNetwork } from '#domain/networks.ts';
import type { Tables } from '#database/tables.ts';
import type { Check, Finding, FoundRow, Rule } from './rule.ts';
import { asFinding, sqlRule } from './rule.ts';

/** Addresses that have been derived and compared, by what they were derived from. A derivation takes 2 ms. */
const derived = new Map<string, string>();
const MOST_DERIVED = 50_000;

/** This takes more than one statement, because the database can't derive addresses. */
const addressIsDerived: Rule = {
  name: 'address-not-derived',
  label: "Every wallet's address derives from the network's extended public key.",
  checks: [{ walk: 'wallets', find: findForeignAddresses } satisfies Check],
};

async function findForeignAddresses(db: Kysely<Tables>, keys: readonly string[]): Promise<Finding[]> {
  const wallets = await db
    .selectFrom('wallets as w')
    .leftJoin('address_chains as c', 'c.network', 'w.network')
    .select(['w.address', 'w.account_id', 'w.network', 'w.chain_index', 'c.extended_public_key as key'])
    .where('w.address', 'in', [...keys])
    .orderBy('w.address')
    .execute();
  return wallets.flatMap(({ address, account_id, network, chain_index: index, key }) => {
    const expected = key === null ? undefined : addressAt(network, key, index);
    if (expected === address) return [];
    return [
      asFinding({
        row_key: address,
        account_id,
        subject: address,
        expected: `${expected ?? 'no address'}, number ${index} on ${network}`,
        found: address,
      }),
    ];
  });
}

function addressAt(network: WalletNetwork, key: string, index: number): string | undefined {
  const name = `${network}/${key}/${index}`;
  const known = derived.get(name);
  if (known !== undefined) return known;
  const address = derive(network, key, index);
  if (address === undefined) return undefined;
  if (derived.size >= MOST_DERIVED) derived.clear();
  derived.set(name, address);
  return address;
}

/** Undefined if the stored key or index is invalid. */
function derive(network: WalletNetwork, key: string, index: number): string | undefined {
  try {
    return deriveAddress(network, key, index);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Belongs to no account: the next wallet of any of them would get an address that is in use already. */
const chainIsAhead = sqlRule(
  'address-used-again',
  'The next address of every network has never been given to a wallet.',
  {
    address_chains: (keys) => sql<FoundRow>`
      select c.network as row_key, null as account_id, c.network as subject,
        'a next address above number ' || w.chain_index as expected,
        'number ' || counter.next_index as found,
        ''::text as mark
      from address_chains c
      join address_chains counter on counter.network = c.counter_network
      join lateral (
        select chain_index from wallets where network = c.network order by chain_index desc limit 1
      ) w on true
      where c.network = any(${keys}) and counter.next_index <= w.chain_index
      order by c.network`,
  },
);

/** The count that the limit of wallets is held on. */
export const walletsAreCounted = sqlRule(
  'wallets-miscounted',
  'Every account has as many wallets as are counted for it.',
  {
    accounts: (keys) => sql<FoundRow>`
      select account_id as row_key, account_id, account_id || ' on ' || network as subject,
        coalesce(w.wallets, 0) || ' wallets' as expected, coalesce(c.wallets, 0) || ' counted' as found
      from (select * from wallet_counts where account_id = any(${keys})) c
      full join (
        select account_id, network, count(*) as wallets from wallets
        where account_id = any(${keys}) and deleted_at is null group by account_id, network
      ) w using (account_id, network)
      where coalesce(c.wallets, 0) <> coalesce(w.wallets, 0)
      order by account_id, network`,
  },
);

export const walletRules = [addressIsDerived, chainIsAhead, walletsAreCounted];

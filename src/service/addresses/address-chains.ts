import type { Kysely, Transaction } from 'kysely';
import { accountPath, counterNetwork, deriveAddress, extendedPublicKey } from '#domain/hd.ts';
import { networks, walletNetworks, type WalletNetwork } from '#domain/networks.ts';
import { recordOf } from '#domain/record-of.ts';
import type { Tables } from '#database/tables.ts';

/** The extended public key of each network: enough to make every address, not enough to spend. */
export type AccountKeys = Record<WalletNetwork, string>;

export type DerivedAddress = { address: string; chainIndex: number };

/**
 * Takes about a tenth of a second: a recovery phrase becomes a seed slowly on purpose, and so once for all networks that
 * share a key.
 */
export function accountKeysOf(recoveryPhrase: string): AccountKeys {
  const keys = new Map<WalletNetwork, string>();
  return recordOf(walletNetworks, (network) => {
    const sharing = counterNetwork(network);
    const key = keys.get(sharing) ?? extendedPublicKey(recoveryPhrase, sharing);
    keys.set(sharing, key);
    return key;
  });
}

/**
 * The keys that the database's addresses come from; undefined before the first start has stored them. A network that is
 * newer than the database has none until `addMissingKeys`.
 */
export async function findAccountKeys(db: Kysely<Tables>): Promise<Partial<AccountKeys> | undefined> {
  const rows = await db
    .selectFrom('address_chains')
    .select(['network', 'extended_public_key as key'])
    .execute();
  return rows.length === 0 ? undefined : Object.fromEntries(rows.map(({ network, key }) => [network, key]));
}

/**
 * Stores the keys unless there are some, and returns those that are stored. All in one statement: of several processes
 * with different keys one stores all of its own, the others none.
 */
export async function insertAccountKeys(
  db: Kysely<Tables>,
  keys: AccountKeys,
): Promise<Partial<AccountKeys>> {
  await db
    .insertInto('address_chains')
    .values(
      walletNetworks.map((network) => ({
        network,
        extended_public_key: keys[network],
        path: accountPath(network),
        counter_network: counterNetwork(network),
        next_index: 0,
      })),
    )
    .onConflict((conflict) => conflict.column('network').doNothing())
    .execute();
  const stored = await findAccountKeys(db);
  if (stored === undefined) throw new Error('The table address_chains is empty.');
  return stored;
}

/**
 * Stores the keys of networks that are newer than the database. A network with the path of another takes over its key and
 * its counter; `keyFor` is asked for any other.
 */
export async function addMissingKeys(
  db: Kysely<Tables>,
  keyFor: (network: WalletNetwork) => string | Promise<string>,
): Promise<void> {
  const chains = await db.selectFrom('address_chains').selectAll().execute();
  for (const network of walletNetworks) {
    if (chains.some((chain) => chain.network === network)) continue;
    const path = accountPath(network);
    const { scheme } = networks[network];
    const sister = chains.find((chain) => chain.path === path && networks[chain.network].scheme === scheme);
    const chain = {
      network,
      extended_public_key: sister?.extended_public_key ?? (await keyFor(network)),
      path,
      counter_network: sister?.counter_network ?? network,
      next_index: 0,
    };
    chains.push(chain);
    await db
      .insertInto('address_chains')
      .values(chain)
      .onConflict((conflict) => conflict.column('network').doNothing())
      .execute();
  }
}

/**
 * Whether both come from one phrase, as far as both have keys. Networks that share a counter are compared by one of them:
 * older installations have BNB Chain's key at another path.
 */
export function isSameAccount(a: Partial<AccountKeys>, b: Partial<AccountKeys>): boolean {
  return walletNetworks
    .filter((network) => counterNetwork(network) === network)
    .every((network) => a[network] === undefined || b[network] === undefined || a[network] === b[network]);
}

/**
 * The next addresses of a network. A number is used only once, also across networks with the same counter: if the
 * transaction is rolled back, no one has seen the address, and a deleted wallet keeps its number.
 */
export async function takeAddresses(
  tx: Transaction<Tables>,
  network: WalletNetwork,
  count: number,
): Promise<DerivedAddress[]> {
  const chain = await tx
    .selectFrom('address_chains')
    .select(['extended_public_key as key', 'counter_network as counter'])
    .where('network', '=', network)
    .executeTakeFirst();
  if (chain === undefined) throw new Error(`There is no extended public key for ${network}.`);
  const { nextIndex } = await tx
    .updateTable('address_chains')
    .set((e) => ({ next_index: e('next_index', '+', count) }))
    .where('network', '=', chain.counter)
    .returning('next_index as nextIndex')
    .executeTakeFirstOrThrow();
  return Array.from({ length: count }, (_, i) => {
    const chainIndex = nextIndex - count + i;
    return { address: deriveAddress(network, chain.key, chainIndex), chainIndex };
  });
}

export async function nextAddress(tx: Transaction<Tables>, network: WalletNetwork): Promise<DerivedAddress> {
  const [next] = await takeAddresses(tx, network, 1);
  if (next === undefined) throw new Error('No address was derived.');
  return next;
}

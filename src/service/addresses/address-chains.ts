import type { Kysely, Transaction } from 'kysely';
import { accountPath, addressesOf, counterNetwork, extendedPublicKey } from '#domain/hd.ts';
import { walletNetworks, type WalletNetwork } from '#domain/networks.ts';
import type { Tables } from '#database/tables.ts';

/** The extended public key of each network: enough to make every address, not enough to spend. */
export type AccountKeys = Record<WalletNetwork, string>;

export type DerivedAddress = { address: string; chainIndex: number };

/** Takes about a tenth of a second: a recovery phrase becomes a seed slowly on purpose. */
export function accountKeysOf(recoveryPhrase: string): AccountKeys {
  const key = (network: WalletNetwork) => extendedPublicKey(recoveryPhrase, network);
  return { trx: key('trx'), eth: key('eth'), bnb: key('bnb'), btc: key('btc') };
}

/** The keys that the database's addresses come from; undefined before the first start has stored them. */
export async function findAccountKeys(db: Kysely<Tables>): Promise<AccountKeys | undefined> {
  const rows = await db
    .selectFrom('address_chains')
    .select(['network', 'extended_public_key as key'])
    .execute();
  const keys: Partial<AccountKeys> = Object.fromEntries(rows.map(({ network, key }) => [network, key]));
  const { trx, eth, bnb, btc } = keys;
  return trx && eth && bnb && btc ? { trx, eth, bnb, btc } : undefined;
}

/**
 * Stores the keys unless there are some, and returns those that are stored. All in one statement: of several processes
 * with different keys one stores all of its own, the others none.
 */
export async function insertAccountKeys(db: Kysely<Tables>, keys: AccountKeys): Promise<AccountKeys> {
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
  if (stored === undefined) throw new Error('The table address_chains lacks the key of a network.');
  return stored;
}

/** Whether both come from one phrase. BNB Chain's key says nothing: older installations have it at another path. */
export function isSameAccount(a: AccountKeys, b: AccountKeys): boolean {
  return a.trx === b.trx && a.eth === b.eth && a.btc === b.btc;
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
  const addressAt = addressesOf(network, chain.key);
  return Array.from({ length: count }, (_, i) => {
    const chainIndex = nextIndex - count + i;
    return { address: addressAt(chainIndex), chainIndex };
  });
}

export async function nextAddress(tx: Transaction<Tables>, network: WalletNetwork): Promise<DerivedAddress> {
  const [next] = await takeAddresses(tx, network, 1);
  if (next === undefined) throw new Error('No address was derived.');
  return next;
}

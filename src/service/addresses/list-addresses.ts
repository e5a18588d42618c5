import type { Kysely } from 'kysely';
import type { WalletNetwork } from '#domain/networks.ts';
import type { Tables } from '#database/tables.ts';
import { storedAddress } from '../wallets/wallet-address.ts';

export type AddressKey = {
  network: WalletNetwork;
  /** The account path of the extended public key, such as `m/84'/0'/0'`. */
  path: string;
  extendedPublicKey: string;
  /** The index of the next address, of all networks that share the counter. */
  nextIndex: number;
};

/** What each network's addresses are derived from. */
export async function listAddressKeys(db: Kysely<Tables>): Promise<AddressKey[]> {
  return await db
    .selectFrom('address_chains as chain')
    .innerJoin('address_chains as counter', 'counter.network', 'chain.counter_network')
    .select([
      'chain.network',
      'chain.path',
      'chain.extended_public_key as extendedPublicKey',
      'counter.next_index as nextIndex',
    ])
    .orderBy('chain.network')
    .execute();
}

export type ListedAddress = {
  network: WalletNetwork;
  index: number;
  /** From the phrase to the address, such as `m/84'/0'/0'/0/7`. */
  path: string;
  address: string;
  accountId: string;
  walletName: string;
  isDeleted: boolean;
};

/** Every address that was ever given to a wallet, of all accounts and deleted wallets as well, by network and index; or `only` one. */
export async function listAddresses(db: Kysely<Tables>, only?: string): Promise<ListedAddress[]> {
  const rows = await db
    .selectFrom('wallets')
    .innerJoin('address_chains as chain', 'chain.network', 'wallets.network')
    .select([
      'wallets.network',
      'chain_index as index',
      'chain.path as accountPath',
      'address',
      'account_id as accountId',
      'name as walletName',
      'deleted_at as deletedAt',
    ])
    .$if(only !== undefined, (query) => query.where('address', '=', storedAddress(only ?? '')))
    .orderBy('wallets.network')
    .orderBy('chain_index')
    .execute();
  return rows.map(({ network, index, accountPath, address, accountId, walletName, deletedAt }) => ({
    network,
    index,
    path: `${accountPath}/0/${index}`,
    address,
    accountId,
    walletName,
    isDeleted: deletedAt !== null,
  }));
}

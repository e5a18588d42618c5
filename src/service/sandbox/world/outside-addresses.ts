import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { addressesOf } from '#domain/hd.ts';
import { walletNetworks, type Network } from '#domain/networks.ts';
import type { AccountKeys } from '../../addresses/address-chains.ts';

/** Behind every address that the sandbox will ever give out. */
const firstOutsideIndex = 1_000_000;

/** Gives a new address of somebody else on a network. */
export type OutsideAddresses = (network: Network) => string;

/**
 * Addresses that belong to nobody, the same at every start: derived from the sandbox's phrase, far behind the
 * account's own. On Solana, which the phrase has no account for, they are hashes.
 */
export function makeOutsideAddresses(keys: AccountKeys): OutsideAddresses {
  const chains = new Map<Network, (index: number) => string>(
    walletNetworks.map((network) => [network, addressesOf(network, keys[network])]),
  );
  const used = new Map<Network, number>();
  return (network) => {
    const index = used.get(network) ?? firstOutsideIndex;
    used.set(network, index + 1);
    return (chains.get(network) ?? solanaAddress)(index);
  };
}

function solanaAddress(index: number): string {
  return base58.encode(createHash('sha256').update(`wallet console sandbox ${index}`).digest());
}

import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { type Network, networks } from '#domain/networks.ts';
import { addressOfHash } from '#domain/public-key-addresses.ts';

/** Returns a new outside address on a network. */
export type OutsideAddresses = (network: Network) => string;

/** Unowned addresses, the same at every start: they are hashes of numbers, so no one has their keys. */
export function makeOutsideAddresses(): OutsideAddresses {
  const used = new Map<Network, number>();
  return (network) => {
    const index = used.get(network) ?? 0;
    used.set(network, index + 1);
    const hash = createHash('sha256').update(`wallet console sandbox ${network} ${index}`).digest();
    const { scheme } = networks[network];
    // On Solana, an address is the 32 bytes of a key.
    return scheme === 'solana' ? base58.encode(hash) : addressOfHash[scheme](hash.subarray(0, 20));
  };
}

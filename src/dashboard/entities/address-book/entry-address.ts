import { checkAddress, networksOfAddress } from '#domain/addresses.ts';
import { isNetwork, type Network } from '#domain/networks.ts';

/** What is known of a text as it is typed. */
export type TypedAddress =
  | { state: 'empty' }
  | { state: 'valid'; address: string }
  /** A valid address, but not on the chosen network. */
  | { state: 'elsewhere'; reason: string; networks: Network[] }
  | { state: 'invalid'; reason: string };

export function parseTypedAddress(network: string, typed: string): TypedAddress {
  const text = typed.trim();
  if (text === '') return { state: 'empty' };
  const check = isNetwork(network) ? checkAddress(network, text) : undefined;
  if (check?.ok === true) return { state: 'valid', address: check.address };
  const reason = check?.reason ?? 'choose a network';
  const others = networksOfAddress(text);
  return others.length > 0 ? { state: 'elsewhere', reason, networks: others } : { state: 'invalid', reason };
}

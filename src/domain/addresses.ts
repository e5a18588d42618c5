import { namesWithArticle, refuse, type AddressCheck } from './address-check.ts';
import { checkBitcoinAddress } from './bitcoin-address.ts';
import { checkEvmAddress } from './evm-address.ts';
import { networks, withdrawalNetworks, type Network } from './networks.ts';
import type { Scheme } from './networks/network.ts';
import { checkSolanaAddress } from './solana-address.ts';
import { networksOfTransactionId } from './transaction-ids.ts';
import { checkTronAddress } from './tron-address.ts';

const MAXIMUM_LENGTH = 200;

const rules = {
  tron: checkTronAddress,
  evm: checkEvmAddress,
  bitcoin: checkBitcoinAddress,
  solana: checkSolanaAddress,
} satisfies Record<Scheme, (text: string, network: Network) => AddressCheck>;

/**
 * Whether the text is an address of the network, checksum included; nothing is trimmed. Gives the
 * canonical spelling (checksummed for 0x…, lower case for bc1…), so that one address
 * is one text, or a reason to show beside the field, as the end of a sentence without its full stop.
 */
export function checkAddress(network: Network, text: string): AddressCheck {
  const misshapen = reasonOfShape(text, 'an address');
  if (misshapen !== undefined) return refuse(misshapen);
  const check = rules[networks[network].scheme](text, network);
  if (check.ok) return check;
  const others = networksOfAddress(text);
  if (others.length > 0) {
    return refuse(`this is ${namesWithArticle(others)} address, not ${namesWithArticle([network])} address`);
  }
  return networksOfTransactionId(text).length > 0
    ? refuse('this is a transaction ID, not an address')
    : check;
}

/**
 * The address that a provider may take the text for, in its canonical spelling: whether or not its case is that of its
 * checksum, and with or without its `0x`. For recognizing an address, never for accepting one.
 */
export function recognizeAddress(network: Network, text: string): string | undefined {
  const written = text.trim();
  const lowerCase = written.toLowerCase();
  const prefixed = /^[0-9a-f]{40}$/.test(lowerCase) ? `0x${lowerCase}` : lowerCase;
  for (const spelling of [written, prefixed]) {
    const check = checkAddress(network, spelling);
    if (check.ok) return check.address;
  }
  return undefined;
}

/** The networks that the text is a valid address of. */
export function networksOfAddress(text: string): Network[] {
  if (text.length > MAXIMUM_LENGTH) return [];
  // Once for each scheme, because the checksum of an 0x… address takes a hash.
  const isOf = new Map<Scheme, boolean>();
  return withdrawalNetworks.filter((network) => {
    const { scheme } = networks[network];
    const known = isOf.get(scheme) ?? rules[scheme](text, network).ok;
    isOf.set(scheme, known);
    return known;
  });
}

/** What is wrong with a text before any network's rule is asked. */
export function reasonOfShape(text: string, wanted: string): string | undefined {
  if (text.trim() === '') return `enter ${wanted}`;
  if (text !== text.trim()) return 'remove the spaces before and after it';
  if (/…|\.\.\./.test(text)) return 'this is shortened; copy the full text';
  if (text.length > MAXIMUM_LENGTH) return `the text is too long for ${wanted}`;
  return undefined;
}

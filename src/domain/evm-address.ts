import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { accept, namesWithArticle, refuse, strayCharacter, type AddressCheck } from './address-check.ts';
import type { Network } from './networks.ts';

const LENGTH = 42;

/**
 * Accepts an address in one case, which carries no checksum, and in mixed case with the right checksum
 * (EIP-55). The canonical spelling is the checksummed one.
 */
export function checkEvmAddress(text: string, network: Network): AddressCheck {
  const name = namesWithArticle([network]);
  if (!text.startsWith('0x')) return refuse(`${name} address starts with 0x`);
  const hex = text.slice(2);
  const stray = strayCharacter(hex, /^[0-9a-f]$/i);
  if (stray !== undefined) {
    return refuse(`${stray} never occurs in ${name} address: after 0x only 0 to 9 and a to f do`);
  }
  if (text.length !== LENGTH) {
    return refuse(`${name} address has ${LENGTH} characters, but this has ${text.length}`);
  }
  const address = checksummedEvmAddress(hex);
  const isMixedCase = hex !== hex.toLowerCase() && hex !== hex.toUpperCase();
  if (isMixedCase && text !== address) {
    return refuse('the upper and lower case doesn’t match the checksum; a character is wrong');
  }
  return accept(address);
}

/** The spelling of EIP-55 for 40 hexadecimal digits in any case. */
export function checksummedEvmAddress(hex: string): string {
  const digits = hex.toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const spelt = Array.from(digits, (digit, i) => (hash.charAt(i) >= '8' ? digit.toUpperCase() : digit));
  return `0x${spelt.join('')}`;
}

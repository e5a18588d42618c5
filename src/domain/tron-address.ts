import { accept, CHECKSUM_MISMATCH, refuse, strayCharacter, type AddressCheck } from './address-check.ts';
import { BASE58_CHARACTER, decodeBase58Check } from './base58.ts';

/** The byte before the 20 bytes of an address; it makes every address begin with T. */
export const TRON_VERSION = 0x41;

const LENGTH = 34;

export function checkTronAddress(text: string): AddressCheck {
  if (/^(?:0x)?41[0-9a-f]{40}$/i.test(text)) {
    return refuse('this is a Tron address in hexadecimal; use the form that starts with T');
  }
  if (!text.startsWith('T')) return refuse('a Tron address starts with T');
  const stray = strayCharacter(text, BASE58_CHARACTER);
  if (stray !== undefined) return refuse(`${stray} never occurs in a Tron address`);
  if (text.length !== LENGTH) {
    return refuse(`a Tron address has ${LENGTH} characters, but this has ${text.length}`);
  }
  const bytes = decodeBase58Check(text);
  if (bytes?.length !== 21 || bytes[0] !== TRON_VERSION) return refuse(CHECKSUM_MISMATCH);
  return accept(text);
}

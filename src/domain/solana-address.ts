import { accept, refuse, strayCharacter, type AddressCheck } from './address-check.ts';
import { BASE58_CHARACTER, decodeBase58 } from './base58.ts';

/** Any 32 bytes in base58. There is no checksum: a mistyped character mostly gives another address. */
export function checkSolanaAddress(text: string): AddressCheck {
  const stray = strayCharacter(text, BASE58_CHARACTER);
  if (stray !== undefined) return refuse(`${stray} never occurs in a Solana address`);
  if (text.length < 32 || text.length > 44) {
    return refuse(`a Solana address has 32 to 44 characters, but this has ${text.length}`);
  }
  return decodeBase58(text)?.length === 32
    ? accept(text)
    : refuse('this isn’t a valid Solana address; a character is missing, extra or wrong');
}

import { bech32, bech32m } from '@scure/base';
import { accept, CHECKSUM_MISMATCH, refuse, strayCharacter, type AddressCheck } from './address-check.ts';
import { BASE58_CHARACTER, decodeBase58Check } from './base58.ts';

const TEST_NETWORK = 'this is a Bitcoin testnet address; you can’t send funds to it';

/** Version bytes of base58check addresses: pay to public key hash (1…) and to script hash (3…). */
const VERSIONS = new Set([0x00, 0x05]);
const TEST_VERSIONS = new Set([0x6f, 0xc4]);

const MAXIMUM_LENGTH = 90;
const BECH32_CHARACTER = /^[02-9ac-hj-np-z]$/i;

/**
 * Accepts what the main network pays to: base58check (P2PKH, P2SH) and segregated witness addresses of
 * all versions (bech32 for version 0, bech32m from version 1: BIP-173, BIP-350). The canonical spelling
 * of the latter is lower case.
 */
export function checkBitcoinAddress(text: string): AddressCheck {
  if (text.length > MAXIMUM_LENGTH) return refuse('the text is too long for a Bitcoin address');
  if (/^(?:tb|bcrt)1/i.test(text)) return refuse(TEST_NETWORK);
  return /^bc1/i.test(text) ? checkWitnessAddress(text) : checkBase58Address(text);
}

function checkBase58Address(text: string): AddressCheck {
  const isMainNetwork = /^[13]/.test(text);
  if (!isMainNetwork && !/^[mn2]/.test(text)) return refuse('a Bitcoin address starts with bc1, 1 or 3');
  const bytes = decodeBase58Check(text);
  const version = bytes?.length === 21 ? bytes[0] : undefined;
  if (version !== undefined && VERSIONS.has(version)) return accept(text);
  if (version !== undefined && TEST_VERSIONS.has(version)) return refuse(TEST_NETWORK);
  if (!isMainNetwork) return refuse('a Bitcoin address starts with bc1, 1 or 3');
  const stray = strayCharacter(text, BASE58_CHARACTER);
  if (stray !== undefined)
    return refuse(`${stray} never occurs in a Bitcoin address that starts with 1 or 3`);
  if (text.length < 26 || text.length > 35) {
    return refuse(
      `a Bitcoin address that starts with 1 or 3 has 26 to 35 characters, but this has ${text.length}`,
    );
  }
  return refuse(CHECKSUM_MISMATCH);
}

function checkWitnessAddress(text: string): AddressCheck {
  const stray = strayCharacter(text.slice(3), BECH32_CHARACTER);
  if (stray !== undefined) return refuse(`${stray} never occurs in a Bitcoin address after bc1`);
  const address = text.toLowerCase();
  if (text !== address && text !== text.toUpperCase()) {
    return refuse('a Bitcoin address that starts with bc1 is all lower case or all upper case');
  }
  const plain = bech32.decodeUnsafe(address, MAXIMUM_LENGTH);
  const decoded = plain ?? bech32m.decodeUnsafe(address, MAXIMUM_LENGTH);
  if (!decoded) return refuse(CHECKSUM_MISMATCH);
  const [version, ...words] = decoded.words;
  if (version === undefined || version > 16) return refuse('this Bitcoin address version doesn’t exist');
  if ((version === 0) !== (plain !== undefined)) {
    return refuse('the checksum type doesn’t match this Bitcoin address version');
  }
  // Refuses wrong padding, too.
  const program = bech32.fromWordsUnsafe(words);
  const isPayable =
    program !== undefined &&
    (version === 0 ? [20, 32].includes(program.length) : program.length >= 2 && program.length <= 40);
  return isPayable ? accept(address) : refuse('the length doesn’t match this Bitcoin address version');
}

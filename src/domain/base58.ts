import { sha256 } from '@noble/hashes/sha2.js';
import { base58, createBase58check } from '@scure/base';

/** A character of the alphabet: without 0, O, I and l, which look like others. */
export const BASE58_CHARACTER = /^[1-9A-HJ-NP-Za-km-z]$/;

const BASE58_TEXT = /^[1-9A-HJ-NP-Za-km-z]+$/;
/** The longest thing written in base58 here is a Solana signature. Decoding costs the square of the length. */
const MAXIMUM_LENGTH = 90;

/** The bytes of a base58 text; undefined when it is none or longer than anything here. */
export function decodeBase58(text: string): Uint8Array | undefined {
  return isBase58(text) ? base58.decode(text) : undefined;
}

/** The bytes without their checksum of four; undefined when text or checksum is wrong. */
export function decodeBase58Check(text: string): Uint8Array | undefined {
  if (!isBase58(text)) return undefined;
  try {
    return createBase58check(sha256).decode(text);
  } catch {
    return undefined;
  }
}

export function encodeBase58Check(bytes: Uint8Array): string {
  return createBase58check(sha256).encode(bytes);
}

function isBase58(text: string): boolean {
  return text.length <= MAXIMUM_LENGTH && BASE58_TEXT.test(text);
}

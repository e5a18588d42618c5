import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { bech32 } from '@scure/base';
import { encodeBase58Check } from './base58.ts';
import { checksummedEvmAddress } from './evm-address.ts';
import type { WalletScheme } from './networks.ts';
import { TRON_VERSION } from './tron-address.ts';

/** What an address is written from in each scheme: 20 bytes, the hash of a public key. */
export const addressOfHash = {
  tron: (hash) => encodeBase58Check(Uint8Array.of(TRON_VERSION, ...hash)),
  evm: (hash) => checksummedEvmAddress(bytesToHex(hash)),
  /** Pay to witness public key hash, version 0. */
  bitcoin: (hash) => bech32.encode('bc', [0, ...bech32.toWords(hash)]),
} satisfies Record<WalletScheme, (hash: Uint8Array) => string>;

// The other functions take a secp256k1 public key, compressed (33 bytes) or not (65), and throw for other bytes.

export function tronAddress(publicKey: Uint8Array): string {
  return addressOfHash.tron(accountHash(publicKey));
}

/** The address on Ethereum, BNB Chain and every network of their kind. */
export function evmAddress(publicKey: Uint8Array): string {
  return addressOfHash.evm(accountHash(publicKey));
}

/** Pay to witness public key hash, version 0. */
export function bitcoinSegwitAddress(publicKey: Uint8Array): string {
  return addressOfHash.bitcoin(ripemd160(sha256(secp256k1.Point.fromBytes(publicKey).toBytes(true))));
}

/** The last 20 bytes of the hash of the two coordinates. */
function accountHash(publicKey: Uint8Array): Uint8Array {
  const coordinates = secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1);
  return keccak_256(coordinates).subarray(-20);
}

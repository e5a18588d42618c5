import { namesWithArticle, strayCharacter } from './address-check.ts';
import { BASE58_CHARACTER, decodeBase58 } from './base58.ts';
import { base58 } from '@scure/base';
import { bytesToHex } from '@noble/hashes/utils.js';
import { networks, withdrawalNetworks, type Network } from './networks.ts';
import type { Scheme } from './networks/network.ts';

/** A checked transaction id in its canonical spelling, or why the text isn’t one. */
export type TransactionIdCheck = { ok: true; transactionId: string } | { ok: false; reason: string };

/** `hash`: 64 hexadecimal digits; `prefixed hash`: the same after `0x`; `signature`: 64 bytes in base58. */
const forms = {
  tron: 'hash',
  evm: 'prefixed hash',
  bitcoin: 'hash',
  solana: 'signature',
} as const satisfies Record<Scheme, string>;

function formOf(network: Network) {
  return forms[networks[network].scheme];
}

/** The canonical spelling of hexadecimal digits is lower case. */
export function checkTransactionId(network: Network, text: string): TransactionIdCheck {
  return formOf(network) === 'signature' ? checkSignature(text, network) : checkHash(text, network);
}

/** The networks that the text may be a transaction id of. */
export function networksOfTransactionId(text: string): Network[] {
  return withdrawalNetworks.filter((network) => checkTransactionId(network, text).ok);
}

/** A transaction ID in the network's form, made of as many bytes as it has. */
export function writeTransactionId(network: Network, bytesOf: (count: 32 | 64) => Uint8Array): string {
  const form = formOf(network);
  if (form === 'signature') return base58.encode(bytesOf(64));
  return `${form === 'hash' ? '' : '0x'}${bytesToHex(bytesOf(32))}`;
}

function checkHash(text: string, network: Network): TransactionIdCheck {
  const name = namesWithArticle([network]);
  const hasPrefix = /^0x/i.test(text);
  if (hasPrefix !== (formOf(network) === 'prefixed hash')) {
    const rule = hasPrefix ? 'doesn’t start with 0x' : 'starts with 0x';
    return { ok: false, reason: `${name} transaction ID ${rule}` };
  }
  const digits = hasPrefix ? text.slice(2) : text;
  const stray = strayCharacter(digits, /^[0-9a-f]$/i);
  if (stray !== undefined) return { ok: false, reason: `${stray} can’t be part of ${name} transaction ID` };
  if (digits.length !== 64) {
    const behind = hasPrefix ? ' after 0x' : '';
    return {
      ok: false,
      reason: `${name} transaction ID has 64 digits${behind}, but this has ${digits.length}`,
    };
  }
  return { ok: true, transactionId: text.toLowerCase() };
}

function checkSignature(text: string, network: Network): TransactionIdCheck {
  const name = namesWithArticle([network]);
  const stray = strayCharacter(text, BASE58_CHARACTER);
  if (stray !== undefined) return { ok: false, reason: `${stray} can’t be part of ${name} transaction ID` };
  return decodeBase58(text)?.length === 64
    ? { ok: true, transactionId: text }
    : { ok: false, reason: `${name} transaction ID has 64 bytes, about 88 characters` };
}

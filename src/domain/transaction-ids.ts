import { namesWithArticle, strayCharacter } from './address-check.ts';
import { BASE58_CHARACTER, decodeBase58 } from './base58.ts';
import { withdrawalNetworks, type Network } from './networks.ts';

/** A checked transaction id in its canonical spelling, or why the text isn’t one. */
export type TransactionIdCheck = { ok: true; transactionId: string } | { ok: false; reason: string };

/**
 * Tron and Bitcoin: 64 hexadecimal digits; Ethereum and BNB Chain: the same after `0x`; Solana: a
 * signature, 64 bytes in base58. The canonical spelling of hexadecimal digits is lower case.
 */
export function checkTransactionId(network: Network, text: string): TransactionIdCheck {
  return network === 'sol' ? checkSignature(text) : checkHash(network, text);
}

/** The networks that the text may be a transaction id of. */
export function networksOfTransactionId(text: string): Network[] {
  return withdrawalNetworks.filter((network) => checkTransactionId(network, text).ok);
}

function checkHash(network: Network, text: string): TransactionIdCheck {
  const name = namesWithArticle([network]);
  const hasPrefix = /^0x/i.test(text);
  if (hasPrefix !== (network === 'eth' || network === 'bnb')) {
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

function checkSignature(text: string): TransactionIdCheck {
  const stray = strayCharacter(text, BASE58_CHARACTER);
  if (stray !== undefined) return { ok: false, reason: `${stray} can’t be part of a Solana transaction ID` };
  return decodeBase58(text)?.length === 64
    ? { ok: true, transactionId: text }
    : { ok: false, reason: 'a Solana transaction ID has 64 bytes, about 88 characters' };
}

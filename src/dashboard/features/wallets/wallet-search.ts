import { formatList } from '#domain/format.ts';
import { networks } from '#domain/networks.ts';
import type { Recognition } from '#domain/recognise.ts';

const wholeAddress = /^(0x[\da-f]{40}|t[\da-z]{33}|bc1[\da-z]{20,80}|[13][\da-z]{25,34})$/i;

/** Whether a text has the length and the characters of an address or a hash, rather than those of a name. */
export function mayBeAddress(text: string): boolean {
  return /^[\da-z]{26,128}$/i.test(text);
}

/**
 * The filters that a searched text sets. A whole address has a filter of its own, which more providers know than the
 * search.
 */
export function searchFilters(text: string): { address: string | undefined; search: string | undefined } {
  return wholeAddress.test(text)
    ? { address: text, search: undefined }
    : { search: text, address: undefined };
}

/** What to say about a text that may be a whole address; empty when there is nothing to remark. */
export function searchHint(recognition: Recognition, network: string | undefined): string {
  if (!recognition.ok) return `This doesn’t look like a wallet address: ${recognition.reason}.`;
  const addresses = recognition.candidates.filter(({ kind }) => kind === 'address');
  if (addresses.length === 0) return 'This is a transaction ID, not an address.';
  if (network === undefined || network === '' || addresses.some((found) => found.network === network))
    return '';
  const names = addresses.map((found) => networks[found.network].name);
  return `An address on ${formatList(names, 'or')}, but the network filter excludes it.`;
}

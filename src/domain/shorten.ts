/**
 * The common beginning of all addresses of a kind. It distinguishes none of them, so it does not count as shown. A hash of
 * 64 digits begins with `1` or `3` by chance.
 */
const FIXED_PREFIX = /^(?:0x|bc1[02-9ac-hj-np-z]|BC1[02-9AC-HJ-NP-Z]|[T13](?![0-9A-Fa-f]{63}$))/;
const ADDRESS_OR_HASH = /^[0-9A-Za-z]+$/;
const SHOWN = 6;

/**
 * Shortens an address or hash in the middle: `T` `Ab3dEf` `…` `Xy9zWq`. Six characters that differ stay at
 * either end, because look-alike addresses with four or five equal ones are cheap to make. Anything else,
 * a label or a text that is shortened already, and what would hardly get shorter, stays as it is.
 */
export function shortenMiddle(text: string): string {
  if (!ADDRESS_OR_HASH.test(text)) return text;
  const head = fixedPrefixOf(text).length + SHOWN;
  if (text.length <= head + SHOWN + 3) return text;
  return `${text.slice(0, head)}…${text.slice(-SHOWN)}`;
}

/** The common beginning of every address of its kind: `T`, `0x`, `bc1q`. Empty without one. */
export function fixedPrefixOf(text: string): string {
  return FIXED_PREFIX.exec(text)?.[0] ?? '';
}

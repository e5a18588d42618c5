import { formatList } from './format.ts';
import { networks, type Network } from './networks.ts';

/** A checked address in its canonical spelling, or why the text isn’t one, as a message for the person who typed it. */
export type AddressCheck = { ok: true; address: string } | { ok: false; reason: string };

export const CHECKSUM_MISMATCH = 'the checksum doesn’t match; a character is wrong';

export function accept(address: string): AddressCheck {
  return { ok: true, address };
}

export function refuse(reason: string): AddressCheck {
  return { ok: false, reason };
}

/** `an Ethereum`, `a BNB Chain`, `a Tron or Bitcoin`. */
export function namesWithArticle(codes: readonly Network[]): string {
  const names = formatList(
    codes.map((code) => networks[code].name),
    'or',
  );
  return `${/^[AEIOU]/.test(names) ? 'an' : 'a'} ${names}`;
}

/** The first character outside the alphabet in quotes, or by its number if it is invisible. */
export function strayCharacter(text: string, alphabet: RegExp): string | undefined {
  const stray = Array.from(text).find((character) => !alphabet.test(character));
  if (stray === undefined) return undefined;
  if (stray === ' ') return 'a space';
  const isVisible = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(stray);
  const codePoint = stray.codePointAt(0) ?? 0;
  return isVisible
    ? `“${stray}”`
    : `the invisible character U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

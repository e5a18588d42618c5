import { fixedPrefixOf } from './shorten.ts';

/**
 * How many characters at either end people compare, and makers of look-alikes match; a kind's fixed prefix does not
 * count. By chance two addresses match like this once in billions of pairs.
 */
const COMPARED = 4;

/** The part of an address by which its look-alikes can be searched for: they all begin with it, in some case. */
export function beginningOf(address: string): string {
  return address.slice(0, fixedPrefixOf(address).length + COMPARED);
}

/** Whether two texts are one address: the case of hexadecimal digits is a checksum, that of others a part of them. */
export function isSameAddress(a: string, b: string): boolean {
  return a === b || (a.startsWith('0x') && b.startsWith('0x') && a.toLowerCase() === b.toLowerCase());
}

/** What a glance at an address takes in: two that share it are the same, or easily confused. */
export function glanceOf(address: string): string {
  // Compares without regard to case, as eyes do.
  return `${beginningOf(address)}…${address.slice(-COMPARED)}`.toLowerCase();
}

/** Whether the two are different addresses that begin and end alike, so that a glance takes one for the other. */
export function isLookAlike(a: string, b: string): boolean {
  return !isSameAddress(a, b) && glanceOf(a) === glanceOf(b);
}

/** The known addresses that are easily confused with this one, each address once, in their order. */
export function lookAlikesOf<K extends { address: string }>(address: string, known: Iterable<K>): K[] {
  const found = new Map<string, K>();
  for (const candidate of known) {
    if (isLookAlike(address, candidate.address) && !found.has(candidate.address)) {
      found.set(candidate.address, candidate);
    }
  }
  return [...found.values()];
}

export type ComparedCharacter = { character: string; isSame: boolean };

/**
 * The characters of `a`, each with whether `b` has the same one there; where lengths differ, counted from the nearer
 * end. The case of hexadecimal digits, a checksum, makes no difference.
 */
export function compareCharacters(a: string, b: string): ComparedCharacter[] {
  const isHex = a.startsWith('0x') && b.startsWith('0x');
  const spell = (character: string | undefined) => (isHex ? character?.toLowerCase() : character);
  const half = Math.floor(Math.min(a.length, b.length) / 2);
  return Array.from(a, (character, index) => {
    const opposite = index < half ? index : index - a.length + b.length;
    return { character, isSame: spell(b[opposite]) === spell(character) };
  });
}

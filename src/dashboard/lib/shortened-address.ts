import { shortenMiddle } from '#domain/shorten.ts';
import { formOf } from './explorers.ts';

const ellipsis = /…|\.{2,}|\*{2,}/;

/** Whether a provider left out the middle of an address or hash: `TR7NHqj…gjLj6t`. It is not to be copied as one. */
export function isShortened(text: string | undefined): text is string {
  return text !== undefined && formOf(text) === 'shortened';
}

/**
 * The whole address of a shortened one, found among others of the same record: of its detail, of the transaction with
 * its hash. Undefined where none of them fits, or more than one does. Never search other records for it: an address
 * that begins and ends the same is cheap to make.
 */
export function wholeOf(
  shortened: string,
  candidates: readonly (string | null | undefined)[],
): string | undefined {
  const [head = '', tail = ''] = shortened.split(ellipsis);
  const fitting = new Set(
    candidates.filter(
      (text) => typeof text === 'string' && formOf(text) === 'whole' && isBetween(text, head, tail),
    ),
  );
  const [only, ...others] = fitting;
  return others.length === 0 ? (only ?? undefined) : undefined;
}

function isBetween(text: string, head: string, tail: string): boolean {
  // The case of hexadecimal digits is a checksum, that of other addresses is a part of them.
  const spell = (part: string) => (head.startsWith('0x') ? part.toLowerCase() : part);
  return (
    text.length > head.length + tail.length &&
    spell(text).startsWith(spell(head)) &&
    spell(text).endsWith(spell(tail))
  );
}

const shownOfDifference = 4;

/**
 * Short forms for those of the texts that `shortenMiddle` would make equal although they differ: between head and tail
 * they also show where they differ, `0x5aAeb6…3E94…1BeAed`. Look-alike addresses are made on purpose, so that people
 * copy the wrong one. Texts that differ when shortened are not in the result.
 */
export function shortenApart(texts: Iterable<string>): ReadonlyMap<string, string> {
  const groups = Map.groupBy(new Set(texts), shortenMiddle);
  const apart = new Map<string, string>();
  for (const [short, alike] of groups) {
    if (alike.length > 1) for (const [text, form] of tellApart(short, alike)) apart.set(text, form);
  }
  return apart;
}

function tellApart(short: string, alike: string[]): [text: string, form: string][] {
  const [head = '', tail = ''] = short.split('…');
  const start = firstDifference(alike, head.length);
  const longest = Math.max(...alike.map((text) => text.length));
  for (let size = shownOfDifference; start + size < longest; size += 1) {
    const middles = alike.map((text) => text.slice(start, Math.min(start + size, text.length - tail.length)));
    if (new Set(middles).size === alike.length) {
      const lead = start === head.length ? head : `${head}…`;
      return alike.map((text, index) => [text, `${lead}${middles[index] ?? ''}…${tail}`]);
    }
  }
  return alike.map((text) => [text, text]);
}

function firstDifference([first = '', ...others]: string[], from: number): number {
  let index = from;
  while (index < first.length && others.every((other) => other[index] === first[index])) index += 1;
  return index;
}

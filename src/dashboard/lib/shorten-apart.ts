import { shortenMiddle } from '#domain/shorten.ts';

const shownOfDifference = 4;

/**
 * Short forms for those of the texts that `shortenMiddle` would make equal though they are not: between head and tail
 * they also show where they differ, `0x5aAeb6…3E94…1BeAed`. Addresses that begin and end like another are made on
 * purpose, so that somebody copies the wrong one. Texts that are told apart as it is are not in the answer.
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

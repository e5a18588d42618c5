import { namesOf, networkNamed, withdrawalNetworks } from '#domain/networks.ts';

/** What a user entered for one subject; `network` is empty if the text names none. */
export type WrittenSubject = { value: string; network: string };

/** Longer names first: one may begin with another. */
const inFront = new RegExp(
  `^(${withdrawalNetworks
    .flatMap(namesOf)
    .toSorted((a, b) => b.length - a.length)
    .join('|')})[\\s:,;"'“”‘’]+(.+)$`,
  'is',
);

/** The code of a network by its code or a name; else the text itself, so that it can be refused by it. */
export function networkCode(written: string): string {
  return networkNamed(written) ?? written.trim();
}

/**
 * Reads one subject as people paste it: with or without quotes, with a network in front (`eth:0x…`, `eth 0x…`,
 * `eth,0x…`) or behind, and with a `#` comment. Undefined for a line that has only a comment or nothing.
 */
export function parseSubjectText(line: string): WrittenSubject | undefined {
  const text = unquoted(line.replace(/(?:^|\s)#.*$/s, ''));
  if (text === '') return undefined;
  const [, network, rest] = inFront.exec(text) ?? [];
  if (network !== undefined && rest !== undefined) {
    return { network: networkCode(network), value: cellsOf(rest)[0] ?? '' };
  }
  const [value = '', behind = ''] = cellsOf(text);
  return { value, network: networkCode(behind) };
}

function cellsOf(text: string): string[] {
  return text.split(/[,;\t]/).map(unquoted);
}

/** This includes the quotes that word processors make. */
function unquoted(text: string): string {
  return text
    .trim()
    .replaceAll(/^["'“”‘’`]+|["'“”‘’`]+$/g, '')
    .trim();
}

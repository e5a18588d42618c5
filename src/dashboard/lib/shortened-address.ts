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

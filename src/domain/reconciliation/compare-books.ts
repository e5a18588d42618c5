import { isNegative } from '../decimal.ts';
import { compareLines } from './compare-lines.ts';
import { lineId, type ListLine } from './list-lines.ts';
import type { BookLine, Difference } from './lines.ts';

/** A movement that our own ledger has. */
export type LedgerLine = BookLine & {
  /** Whether a list has its document, as all kinds but AML check fees do. */
  isListed: boolean;
};

/** `not_posted`: completed in the list, without a posting. `not_listed`: posted, without a completed document. */
export const bookFaultKinds = ['not_posted', 'not_listed', 'differs'] as const;

/** What the ledger and a list say differently. */
export type BookFault = {
  kind: (typeof bookFaultKinds)[number];
  /** The list that differs. Null for what no list has. */
  list: ListLine['list'] | null;
  /** The ID of the document. */
  reference: string;
  differences: Difference[];
};

/** Which rows of a list aren’t in the ledger with the same amounts, to the last digit, and the other way around. */
export function compareBooks(
  ledger: readonly LedgerLine[],
  lists: readonly ListLine[],
): { compared: number; faults: BookFault[] } {
  const posted = new Map(ledger.map((line) => [keyOf(line), line]));
  const listed = new Set(lists.map(keyOf));
  const faults: BookFault[] = [];
  for (const { list, ...line } of lists) {
    const reference = line.references[0] ?? '';
    const own = posted.get(keyOf(line));
    if (own === undefined) {
      faults.push({ kind: 'not_posted', list, reference, differences: [] });
      continue;
    }
    // When they were created and when they were booked may differ. Names of shared pools do as well.
    const { hash, fee } = line;
    const row = { ...line, line: 0, hash, fee, network: null, reference };
    const differences = compareLines(own, row, Number.POSITIVE_INFINITY);
    if (differences.length > 0) faults.push({ kind: 'differs', list, reference, differences });
  }
  for (const line of ledger) {
    if (!line.isListed || listed.has(keyOf(line))) continue;
    faults.push({ kind: 'not_listed', list: null, reference: line.references[0] ?? '', differences: [] });
  }
  return { compared: lists.length, faults };
}

const keyOf = ({ references, amount }: BookLine) => lineId(references, isNegative(amount));

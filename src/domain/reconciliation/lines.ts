import type { Decimal } from '../decimal.ts';
import type { Instant } from '../time.ts';

/** A movement of funds in or out, as our own books have it. */
export type BookLine = {
  /** Unique among the lines of the books. */
  id: string;
  /** When it was booked; of a remote provider, when its document was created. */
  at: Instant;
  /** Above zero: received; below zero: given. Without the fee. */
  amount: Decimal;
  /** What was paid on top of it, zero or above. Null where the books have no fee for such a movement. */
  fee: Decimal | null;
  currency: string;
  network: string | null;
  hash: string | null;
  /** The IDs that name it. The first one is that of its document, which other lines may share. */
  references: readonly string[];
};

/** A movement as a line of the file has it. */
export type FileLine = {
  /** The line of the file, from 1. */
  line: number;
  at: Instant;
  amount: Decimal;
  fee: Decimal | null;
  currency: string;
  network: string | null;
  hash: string | null;
  reference: string | null;
};

/**
 * `missing_here`: in the file, not in the books. `missing_there`: in the books, not in the file. `different`: the same
 * movement, but something of it differs.
 */
export const resultKinds = ['matched', 'missing_here', 'missing_there', 'different'] as const;

export type ResultKind = (typeof resultKinds)[number];

/** By what two lines were found to be the same movement. */
export const matchMethods = ['hash', 'reference', 'amount'] as const;

export type MatchMethod = (typeof matchMethods)[number];

export const differingFields = ['amount', 'currency', 'direction', 'fee', 'network', 'time'] as const;

export type Difference = {
  field: (typeof differingFields)[number];
  ours: string;
  theirs: string;
  /** The file’s less ours: an amount, or milliseconds of time. Null where there is no such number. */
  by: string | null;
};

/** What became of a line, or of the two that were found to be the same movement. */
export type MatchResult = {
  kind: ResultKind;
  method: MatchMethod | null;
  /** Another line could have been meant as well; the nearest in time was taken. */
  isAmbiguous: boolean;
  ours: BookLine | null;
  theirs: FileLine | null;
  differences: readonly Difference[];
  /** An earlier line of the file that says exactly the same. */
  duplicateOf: number | null;
};

/** All that a line of the file says, whichever line it is: equal texts for equal lines. */
export function contentOf({ line: _line, ...content }: FileLine): string {
  const { at, amount, fee, currency, network, hash, reference } = content;
  return JSON.stringify([at, amount, fee, currency, network, hash, reference]);
}

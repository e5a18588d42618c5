import { type Decimal, isNegative } from '../decimal.ts';
import { type Instant, toDate } from '../time.ts';
import { compareLines, magnitude } from './compare-lines.ts';
import { type BookLine, contentOf, type FileLine, type MatchMethod, type MatchResult } from './lines.ts';
import { pairNearest } from './pair-nearest.ts';

export type MatchOptions = {
  /** How far apart in time the two may be, in milliseconds. */
  toleranceMs: number;
  /** The first moment of the period, and the first one after it. */
  from: Instant;
  to: Instant;
  /** Only this currency. Undefined: all. */
  currency?: string | undefined;
};

export type Matching = {
  /** In the order of time. */
  results: MatchResult[];
  /** Lines that are neither of the period and currency nor the same movement as one that is. */
  leftOut: { ours: number; theirs: number };
};

/**
 * Finds the lines of the books and of a file that are the same movement: by hash, then by reference, then by amount,
 * currency, direction and time. Each line is used once at most. Give all lines up to the tolerance around the period, so that
 * movements at its edges find each other. The same for any order of the lines.
 */
export function matchLines(
  ours: readonly BookLine[],
  theirs: readonly FileLine[],
  { toleranceMs, from, to, currency }: MatchOptions,
): Matching {
  const pairs = new Pairs(ours, theirs, toleranceMs * 1000);
  pairByDocument(pairs, 'hash', { ours: hashOf, theirs: hashOf });
  pairByReference(pairs, ours);
  pairByAmount(pairs, ours);
  const isWanted = (line: BookLine | FileLine | null) =>
    line !== null &&
    line.at >= from &&
    line.at < to &&
    (currency === undefined || line.currency === currency);
  const all = pairs.results(toleranceMs);
  const results = all.filter((result) => isWanted(result.ours) || isWanted(result.theirs));
  const count = (side: 'ours' | 'theirs') => results.filter((result) => result[side] !== null).length;
  return {
    results,
    leftOut: { ours: ours.length - count('ours'), theirs: theirs.length - count('theirs') },
  };
}

/** What a side’s lines are grouped by; undefined: such a line isn’t paired. */
type Keys = {
  ours: (line: BookLine) => string | undefined;
  theirs: (line: FileLine) => string | undefined;
};

type Pass = Keys & {
  method: MatchMethod;
  /** Whether only lines within the tolerance are paired. */
  isTimed?: boolean;
  /** Whether all lines of a group are as good as each other. */
  isSettled?: boolean;
};

type Entry<T> = { line: T; at: number; content: string };

type Pair = { ours: BookLine; theirs: FileLine; method: MatchMethod; isAmbiguous: boolean };

/** The lines of both sides, and which were found to be the same movement. */
class Pairs {
  readonly #toleranceMicros: number;
  readonly #pairs: Pair[] = [];
  #ours: Entry<BookLine>[];
  #theirs: Entry<FileLine>[];
  readonly #allTheirs: readonly Entry<FileLine>[];

  constructor(ours: readonly BookLine[], theirs: readonly FileLine[], toleranceMicros: number) {
    this.#toleranceMicros = toleranceMicros;
    this.#ours = ours.map((line) => ({ line, at: microsOf(line.at), content: line.id })).toSorted(byTime);
    // Lines that say the same differ in their number only.
    this.#theirs = theirs
      .map((line) => ({ line, at: microsOf(line.at), content: contentOf(line) }))
      .toSorted((one, other) => byTime(one, other) || one.line.line - other.line.line);
    this.#allTheirs = this.#theirs;
  }

  /** Pairs lines with equal keys that have no partner yet. */
  run({ ours: keyOfOurs, theirs: keyOfTheirs, method, isTimed = false, isSettled = false }: Pass): void {
    const groups = groupBy(this.#theirs, keyOfTheirs);
    const used = new Set<BookLine | FileLine>();
    const most = isTimed ? this.#toleranceMicros : Number.POSITIVE_INFINITY;
    for (const [key, own] of groupBy(this.#ours, keyOfOurs)) {
      const others = groups.get(key);
      if (others === undefined) continue;
      const isAmbiguous = isSettled ? () => false : ambiguityOf(own, others, most);
      const timed = <T>(entries: readonly Entry<T>[]) => entries.map((item) => ({ item, at: item.at }));
      const firstOf = takeFirst(others);
      for (const [one, nearest] of pairNearest(timed(own), timed(others), most)) {
        const other = firstOf(nearest);
        used.add(one.line).add(other.line);
        this.#pairs.push({
          ours: one.line,
          theirs: other.line,
          method,
          isAmbiguous: isAmbiguous(one.at, other.at),
        });
      }
    }
    this.#ours = this.#ours.filter(({ line }) => !used.has(line));
    this.#theirs = this.#theirs.filter(({ line }) => !used.has(line));
  }

  results(toleranceMs: number): MatchResult[] {
    const firsts = new Map<string, number>();
    const duplicates = new Map<FileLine, number>();
    for (const { line, content } of this.#allTheirs) {
      const first = firsts.get(content);
      if (first === undefined) firsts.set(content, line.line);
      else duplicates.set(line, first);
    }
    const none = { method: null, isAmbiguous: false, differences: [] } as const;
    const results: MatchResult[] = [
      ...this.#pairs.map(({ ours, theirs, ...pair }): MatchResult => {
        const differences = compareLines(ours, theirs, toleranceMs);
        const kind = differences.length === 0 ? 'matched' : 'different';
        return { kind, ...pair, ours, theirs, differences, duplicateOf: null };
      }),
      ...this.#theirs.map(({ line }): MatchResult => ({
        kind: 'missing_here',
        ...none,
        ours: null,
        theirs: line,
        duplicateOf: duplicates.get(line) ?? null,
      })),
      ...this.#ours.map(({ line }): MatchResult => ({
        kind: 'missing_there',
        ...none,
        ours: line,
        theirs: null,
        duplicateOf: null,
      })),
    ];
    const keyed = results.map((result) => ({ result, key: orderOf(result) }));
    return keyed.toSorted((one, other) => compareText(one.key, other.key)).map(({ result }) => result);
  }
}

/** Hexadecimal hashes are the same in any case, with or without `0x`; other kinds tell cases apart. */
function canonicalHash(hash: string): string {
  return /^(?:0x)?[0-9a-f]+$/i.test(hash) ? hash.toLowerCase().replace(/^0x/, '') : hash;
}

const hashOf = ({ hash }: BookLine | FileLine) => (hash === null ? undefined : canonicalHash(hash));

function pairByReference(pairs: Pairs, ours: readonly BookLine[]): void {
  const documents = documentsOf(ours);
  pairByDocument(pairs, 'reference', {
    ours: ({ references }) => references[0],
    theirs: ({ reference }) => (reference === null ? undefined : documents.get(reference)),
  });
}

/** The document that each reference names. */
function documentsOf(ours: readonly BookLine[]): Map<string, string> {
  const documents = new Map<string, string>();
  for (const { references } of ours) {
    const [document] = references;
    if (document === undefined) continue;
    for (const reference of references) {
      const other = documents.get(reference);
      if (other === undefined || document < other) documents.set(reference, document);
    }
  }
  return documents;
}

const signOf = (amount: Decimal) => (isNegative(amount) ? '-' : '+');

function within<T extends BookLine | FileLine>(
  keyOf: (line: T) => string | undefined,
  of: (line: T) => string,
) {
  return (line: T) => {
    const key = keyOf(line);
    return key === undefined ? undefined : `${key} ${of(line)}`;
  };
}

/** A document can have several movements. Those that agree most find each other first. */
function pairByDocument(pairs: Pairs, method: 'hash' | 'reference', keys: Keys): void {
  const passes: { isSettled?: boolean; of: (line: BookLine | FileLine) => string }[] = [
    { isSettled: true, of: ({ currency, amount }) => `${currency} ${amount}` },
    { of: ({ currency, amount }) => `${currency} ${signOf(amount)}` },
    { of: ({ amount }) => magnitude(amount) },
    { of: () => '' },
  ];
  for (const { of, isSettled = false } of passes) {
    pairs.run({ method, isSettled, ours: within(keys.ours, of), theirs: within(keys.theirs, of) });
  }
}

/**
 * Only lines that don’t say that they are something else: one that names a document of the books is that document, and two
 * hashes that differ are two transactions.
 */
function pairByAmount(pairs: Pairs, ours: readonly BookLine[]): void {
  const hashes = new Set(ours.map(hashOf));
  const documents = documentsOf(ours);
  const isFree = ({ reference, hash }: FileLine) =>
    (reference === null || !documents.has(reference)) && (hash === null || !hashes.has(canonicalHash(hash)));
  for (const isHashed of [false, true]) {
    for (const isOnNetwork of [true, false]) {
      const keyOf = ({ currency, amount, network }: BookLine | FileLine) =>
        `${currency} ${amount}${isOnNetwork ? ` ${network ?? ''}` : ''}`;
      pairs.run({
        method: 'amount',
        isTimed: true,
        ours: (line) => (isHashed && line.hash !== null ? undefined : keyOf(line)),
        theirs: (line) => {
          const isAsked = (line.hash !== null) === isHashed && (line.network !== null) === isOnNetwork;
          return isAsked && isFree(line) ? keyOf(line) : undefined;
        },
      });
    }
  }
}

/** Of lines of the file that say the same, takes those first that come first, so that the later ones are the duplicates. */
function takeFirst(entries: readonly Entry<FileLine>[]): (wanted: Entry<FileLine>) => Entry<FileLine> {
  const equal = Map.groupBy(entries, ({ content }) => content);
  const taken = new Map<string, number>();
  return (wanted) => {
    const index = taken.get(wanted.content) ?? 0;
    taken.set(wanted.content, index + 1);
    return equal.get(wanted.content)?.[index] ?? wanted;
  };
}

/** Whether another line of either side could have been meant: one that says something else, as near as allowed. */
function ambiguityOf(own: readonly Entry<BookLine>[], others: readonly Entry<FileLine>[], most: number) {
  const ownTimes = own.map(({ at }) => at);
  const distinct = others.filter(({ content }, index) => content !== others[index - 1]?.content);
  const otherTimes = distinct.map(({ at }) => at);
  return (ownAt: number, otherAt: number) =>
    countWithin(ownTimes, otherAt, most) > 1 || countWithin(otherTimes, ownAt, most) > 1;
}

/** How many of the times, which are in order, are within `most` of a moment. */
function countWithin(times: readonly number[], at: number, most: number): number {
  return firstAbove(times, at + most) - firstAbove(times, at - most - 1);
}

/** The index of the first that is above the limit. */
function firstAbove(times: readonly number[], limit: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? limit) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function groupBy<T>(
  entries: readonly Entry<T>[],
  keyOf: (line: T) => string | undefined,
): Map<string, Entry<T>[]> {
  const groups = new Map<string, Entry<T>[]>();
  for (const entry of entries) {
    const key = keyOf(entry.line);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return groups;
}

/** Microseconds since 1970. Exact: below 2 to the power of 53 until the year 2255. */
function microsOf(instant: Instant): number {
  return toDate(instant).getTime() * 1000 + Number(instant.slice(23, 26));
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

const byTime = <T>(one: Entry<T>, other: Entry<T>) =>
  one.at - other.at || compareText(one.content, other.content);

/** Such texts are in the order of time, whatever the order of the file. */
function orderOf({ ours, theirs, kind }: MatchResult): string {
  const at = ours?.at ?? theirs?.at ?? '';
  const line = String(theirs?.line ?? 0).padStart(9, '0');
  return `${at} ${kind} ${ours?.id ?? ''} ${theirs === null ? '' : contentOf(theirs)} ${line}`;
}

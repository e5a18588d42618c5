import { isUnfiltered, UnprovedError } from '#dashboard/lib/unproved.ts';
import { ignoredMessages } from '#dashboard/lib/unproved-text.ts';
import { formatCount, formatInteger } from '#domain/format.ts';
import { formOf } from '#dashboard/lib/explorers.ts';
import { notAllWallets } from '#dashboard/entities/wallets/known-wallets.queries.ts';
import { type ReadingHooks, type ReadPage, fetchPages } from '../export/read-pages.ts';
import {
  type AskedSubject,
  canBeChecked,
  type ListSubjects,
  subjectKey,
} from '#dashboard/entities/aml/aml-results.queries.ts';

/** The addresses in all rows of a list. */
export type Collected = {
  /** Each once, in the order of the list. */
  subjects: AskedSubject[];
  /** How many rows were read. */
  rows: number;
  /** How many rows have no address among the subjects, by the reason. */
  leftOut: Record<'own' | 'shortened' | 'uncovered' | 'none', number>;
  /** Why they may not be the addresses of all rows; empty where they are. */
  problems: string[];
};

/** More addresses than one list of checks can have. */
export class TooManySubjects extends Error {
  constructor(most: number) {
    super(
      `There are more than ${formatInteger(most)} addresses, the limit of a batch. Narrow your filters and screen them in parts.`,
    );
    this.name = 'TooManySubjects';
  }
}

type Wanted = {
  of: ListSubjects;
  /** Finds the account's own wallets among addresses; undefined where the key may not read wallets. */
  findOwn: FindOwn | undefined;
  most: number;
};

/** `own`: as `ownAddresses` returns them. Unless these are all, there may be others among the addresses. */
export type FindOwn = (
  addresses: readonly string[],
) => Promise<{ own: ReadonlySet<string>; areAll: boolean }>;

type Hooks = ReadingHooks & { onProgress: (progress: { read: number; expected: number | null }) => void };

/** Reads a list to its end. Throws TooManySubjects, and whatever `onFailure` rejects with. */
export async function collectSubjects(
  fetchPage: ReadPage<object>,
  { of, findOwn, most }: Wanted,
  hooks: Hooks,
): Promise<Collected> {
  const subjects = new Map<string, AskedSubject>();
  const leftOut = { own: 0, shortened: 0, uncovered: 0, none: 0 };
  const counts = new Set<number | null>();
  let rows = 0;
  let expected: number | null = null;
  let areOwnKnown = true;
  for await (const page of fetchPages(fetchPage, hooks)) {
    // Every check costs money, so never collect rows that weren't requested.
    if (isUnfiltered(page) || page.ignored.includes('offset')) {
      throw new UnprovedError(`${ignoredMessages(page).join(' ')} No addresses were collected.`);
    }
    if (page.offset === 0) expected = page.stated;
    counts.add(page.stated);
    rows += page.rows.length;
    const found = page.rows.map((row) => of.subjectOf(row.value));
    const { own, areAll } = of.isForeign
      ? ((await findOwn?.(found.flatMap(({ value }) => value ?? []))) ?? noneKnown)
      : noneToFind;
    areOwnKnown &&= areAll;
    for (const { value, network } of found) {
      const form = formOf(value ?? '');
      if (value === undefined || network === undefined || form === 'label') leftOut.none += 1;
      else if (form === 'shortened') leftOut.shortened += 1;
      else if (own.has(value.toLowerCase())) leftOut.own += 1;
      else if (!canBeChecked(network)) leftOut.uncovered += 1;
      else {
        const subject = { value, network: network.toLowerCase() };
        const key = subjectKey(subject);
        if (!subjects.has(key)) subjects.set(key, subject);
        if (subjects.size > most) throw new TooManySubjects(most);
      }
    }
    hooks.onProgress({ read: rows, expected });
  }
  return {
    subjects: [...subjects.values()],
    rows,
    leftOut,
    problems: [
      ...(counts.size > 1 ? ['The list changed while it was read, so an address may be missing.'] : []),
      ...(expected === null
        ? ['The provider doesn’t report a total, so an address may be missing.']
        : rows === expected
          ? []
          : [
              `${formatInteger(rows)} of ${formatInteger(expected)} rows were received, so an address may be missing.`,
            ]),
      ...(of.isForeign && findOwn === undefined
        ? ['You can’t see wallets, so your own addresses may be included.']
        : areOwnKnown
          ? []
          : [`${notAllWallets} Your own addresses may be included.`]),
    ],
  };
}

const noneToFind = { own: new Set<string>(), areAll: true };
const noneKnown = { own: new Set<string>(), areAll: false };

const formatRows = (count: number) => formatCount(count, 'row');

/** How many rows have no address in the list of checks, and why, one sentence for each reason. */
export function skippedMessages({ own, shortened, uncovered, none }: Collected['leftOut']): string[] {
  const parts: [count: number, why: string][] = [
    [own, 'with your own wallets'],
    [none, 'without an address'],
    [shortened, 'with an address that the provider shortened'],
    [uncovered, 'on networks without AML reports'],
  ];
  return parts.flatMap(([count, why]) => (count === 0 ? [] : [`${formatRows(count)} ${why}`]));
}

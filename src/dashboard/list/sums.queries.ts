import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type FoundSums,
  sumAmlChecks,
  sumAuditLog,
  sumExchangeTransactions,
  sumLedgerEntries,
  sumTransactions,
  sumWithdrawalRequests,
} from '#contract/gateway/list-sums.ts';
import type { Operation } from '#contract/operation.ts';
import { formatCount, formatInteger } from '#domain/format.ts';
import { makeSums, type SumLine } from '#domain/list-sums.ts';
import { call } from '#dashboard/api/client.ts';
import { keyOf, readingWholeList, whileStillReading } from '#dashboard/api/queries.ts';
import { otherRowsMessage } from '#dashboard/lib/unproved.ts';
import { wholeListMessages } from '#dashboard/lib/unproved-text.ts';
import { exportLists, type ExportList, type ExportListName, rowIdOf } from './export/export-lists.ts';
import { listPages } from './export/list-pages.ts';
import { cellText } from './export/file/cells.ts';
import { fetchPages, unwatched } from './export/read-pages.ts';
import { RowFilter } from './export/row-filter.ts';

type Query = Readonly<Record<string, string>>;

type Whole = NonNullable<FoundSums['whole']>;

/** The sums of all rows that match, and whether they are all of them. */
export type ListSums = {
  lines: SumLine[];
  /** What a reader of the sums has to know; empty where they say it all. */
  note: string;
  /** How many rows were added up. */
  read: number;
  /** What the provider did not do as it was asked, and what was done about it. */
  notes: string[];
  /** Why the sums may not be those of the list; empty where they are. */
  problems: string[];
};

/** `expected`: null where the provider doesn't say how many rows there are. */
export type SumsProgress = { read: number; expected: number | null };

/** How far a running sum is; written by the sum itself, never asked for. */
export const sumsProgress = (name: ExportListName, query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keyOf(exportLists[name].operation, { sumsProgress: query }),
    queryFn: (): SumsProgress | null => null,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The sums of all rows of a list that match, by group and status. The query has no page, and is pinned. */
export const sumsOf = (name: ExportListName, query: Query) =>
  queryOptions({
    queryKey: keyOf(exportLists[name].operation, { sums: query }),
    meta: readingWholeList,
    queryFn: async ({ client, signal }): Promise<ListSums> =>
      (await fetchSums(name, query, signal)) ?? (await addUpPages(name, query, client, signal)),
    ...whileStillReading,
    staleTime: 'static',
  });

const sumOperations = {
  transactions: sumTransactions,
  'exchange-transactions': sumExchangeTransactions,
  'withdrawal-requests': sumWithdrawalRequests,
  'activity-log': sumAuditLog,
  'aml-checks': sumAmlChecks,
  'ledger-entries': sumLedgerEntries,
} as const satisfies Partial<Record<ExportListName, Operation>>;

type SumOperation = Operation & Pick<typeof sumTransactions, 'data'>;

/** The sums as the server has them; undefined for a list whose rows it can't add up. */
async function fetchSums(
  name: ExportListName,
  query: Query,
  signal: AbortSignal,
): Promise<ListSums | undefined> {
  if (!isAddedUp(name)) return undefined;
  const { sort_by: _by, sort_direction: _direction, ...filters } = query;
  const operation: SumOperation = sumOperations[name];
  const { found } = await call(operation, { query: filters }, signal);
  if (found === null) return undefined;
  const { lines, unreadable, whole } = found;
  const list: ExportList = exportLists[name];
  return {
    lines,
    note: list.sums.noteOf(lines),
    read: lines.reduce((sum, { rows }) => sum + rows, 0),
    notes: whole === null ? [] : wholeNotes(whole, list.operation.id),
    problems: unreadableMessages(unreadable),
  };
}

function wholeNotes({ other_rows: others, ...whole }: Whole, operationId: string): string[] {
  if (whole.lacking.length > 0) {
    return wholeListMessages({ ...whole, other_rows: others, unproved: [] }, operationId);
  }
  return others === 0 ? [] : [otherRowsMessage(others)];
}

function isAddedUp(name: ExportListName): name is keyof typeof sumOperations {
  return Object.hasOwn(sumOperations, name);
}

function unreadableMessages(count: number): string[] {
  return count === 0 ? [] : [`Invalid values of ${formatCount(count, 'row')} aren’t included.`];
}

/** Adds up all pages of a list. */
async function addUpPages(
  name: ExportListName,
  query: Query,
  client: QueryClient,
  signal: AbortSignal,
): Promise<ListSums> {
  const progress = sumsProgress(name, query).queryKey;
  client.setQueryData(progress, null);
  const list: ExportList = exportLists[name];
  const sums = makeSums(list.sums);
  const seen = new Set<string>();
  const counts = new Set<number | null>();
  const filter = new RowFilter(list.operation, query);
  let unreadable = 0;
  let read = 0;
  let expected: number | null = null;
  for await (const page of fetchPages(listPages(name)({ ...query }), unwatched(signal))) {
    signal.throwIfAborted();
    if (page.offset === 0) expected = page.stated;
    counts.add(page.stated);
    for (const row of filter.keep(page)) {
      const value: Readonly<Record<string, unknown>> = row.value;
      const cell = (column: string) => cellText(value[column]);
      const id = rowIdOf(list, cell);
      // A page that shifted returns a row twice. Rows without an id can't be compared, so all of them count.
      if (id !== '' && seen.has(id)) continue;
      seen.add(id);
      read += 1;
      if (!row.isWhole) unreadable += 1;
      sums.addRow(cell);
    }
    const state: SumsProgress = { read: read + filter.leftOut, expected };
    client.setQueryData(progress, state);
  }
  const lines = sums.lines();
  const found = read + filter.leftOut;
  return {
    lines,
    note: list.sums.noteOf(lines),
    read,
    notes: filter.notes(),
    problems: [
      ...(counts.size > 1 ? ['The number of rows changed while they were added up.'] : []),
      ...(expected === null
        ? ['The provider doesn’t report a total, so rows may be missing.']
        : filter.isWhole(found, expected)
          ? []
          : [`Only ${formatInteger(found)} of ${formatCount(expected, 'row')} could be read.`]),
      ...filter.problems(),
      ...unreadableMessages(unreadable),
    ],
  };
}

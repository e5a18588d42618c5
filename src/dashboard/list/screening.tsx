import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useDeferredValue, useMemo } from 'react';
import type { ReadRow } from '#contract/read-answer.ts';
import { areEventsAnnounced } from '#dashboard/api/live-events.ts';
import {
  askable,
  type KnownResult,
  type ListSubjects,
  ownAddresses,
  resultsOf,
  subjectKey,
} from '#dashboard/entities/aml/aml-results.queries.ts';
import { ResultCell } from '#dashboard/entities/aml/result-cell.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { useOwnWallets } from '#dashboard/entities/wallets/address-names.tsx';
import type { ColumnOf } from '#dashboard/ui/data-table/table-columns.ts';

/** What is known of the addresses in a list's rows. */
type KnownResults = {
  subjectOf: ListSubjects['subjectOf'];
  /** The account's own wallets, of which the list shows nothing. */
  own: ReadonlySet<string> | undefined;
  /** By `subjectKey`; undefined until it was read. */
  results: ReadonlyMap<string, KnownResult> | undefined;
};

const ResultsContext = createContext<KnownResults | undefined>(undefined);

/**
 * How often a list polls while one of its addresses is checked and changes are not announced, and otherwise, in
 * milliseconds.
 */
const soonMs = 5_000;
const calmMs = 60_000;

type Props<T extends object> = {
  /** Returns the address of a row that AML checks are about. */
  of: ListSubjects<T>;
  /** The rows on the page. */
  rows: readonly ReadRow<T>[];
  /** Whether the AML column is shown: else nothing is asked. */
  isShown: boolean;
  children: ReactNode;
};

/** Asks what is known of the addresses in the rows, for the cells of the AML column within. */
export function ScreeningResults<T extends object>({ of, rows, isShown, children }: Props<T>) {
  const mayRead = usePermission('transactions:read').allowed;
  const { wallets, areWalletsKnown } = useOwnWallets();
  const own = useMemo(
    () => (of.isForeign ? ownAddresses(wallets.keys()) : undefined),
    [of.isForeign, wallets],
  );
  // The account's own wallets show no result. Until they are known, it is unknown which addresses are own ones.
  const isKnown = mayRead && (!of.isForeign || areWalletsKnown);

  const subjects = useMemo(
    () =>
      askable(
        rows.map(({ value }) => of.subjectOf(value)),
        own,
      ),
    [rows, of, own],
  );
  const { data: results } = useQuery({
    ...resultsOf(subjects),
    enabled: isKnown && isShown && subjects.length > 0,
    // The rows of another page are found in it, or not; those that stay keep what they show.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      !areEventsAnnounced() && [...(state.data?.values() ?? [])].some((result) => result.is_running)
        ? soonMs
        : calmMs,
  });
  // There are hundreds of cells, so typing comes first.
  const known = useDeferredValue(
    useMemo(
      () => (isKnown ? { subjectOf: of.subjectOf, own, results } : undefined),
      [isKnown, of, own, results],
    ),
  );
  return <ResultsContext value={known}>{children}</ResultsContext>;
}

/** The column `aml`, with the last known AML result of the address that a row is about. For lists with `screening`. */
export const amlColumn = <T extends object>(): ColumnOf<T> => ({
  header: 'AML',
  // As wide as a score of two decimals with its age.
  size: 96,
  meta: { label: 'AML' },
  cell: AmlCell,
});

function AmlCell({ row }: { row: { original: { value: object } } }) {
  const known = use(ResultsContext);
  if (known === undefined) return null;
  const subject = known.subjectOf(row.original.value);
  if (known.own?.has(subject.value?.toLowerCase() ?? '') === true) return null;
  return <ResultCell {...subject} result={known.results?.get(subjectKey(subject))} />;
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, startTransition, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { ReadRow } from '#contract/read-answer.ts';
import { readLayout } from '../../../list/column-layout.ts';
import { usePermission } from '../../session/use-permission.ts';
import { walletNames } from '../../wallets/wallet-names.tsx';
import { isTold } from '../activity/aml-events.ts';
import type { CellOf } from './aml-column.tsx';
import { askable, ownAddresses, subjectKey } from './askable.ts';
import type { ListSubjects } from './list-subjects.ts';
import { ResultCell } from './result-cell.tsx';
import { resultsOf } from './results.queries.ts';

type Props<T extends object> = {
  /** Those on the page; undefined until they are known. */
  rows: readonly ReadRow<T>[] | undefined;
  of: ListSubjects<T>;
  onKnown: Dispatch<SetStateAction<CellOf | undefined>>;
};

/** How often a list asks while one of its addresses is checked and changes are not told, and else, in milliseconds. */
const soonMs = 5_000;
const calmMs = 60_000;

/** Asks what is known of the addresses in the rows, and gives it to the cells. Draws nothing itself. */
export function ColumnResults<T extends object>({ rows = noRows, of, onKnown }: Props<T>) {
  const { subjectOf, isForeign } = of;
  const [search] = useSearchParams();
  const columns = search.get('columns');
  const isShown = columns === null || readLayout(columns, [{ id: 'aml' }]) !== undefined;
  const mayRead = usePermission('transactions:read').allowed;
  const mayReadWallets = usePermission('wallets:read').allowed;
  const needsOwn = isForeign && mayReadWallets;
  const names = useQuery({ ...walletNames, enabled: needsOwn });
  const own = names.data && ownAddresses(names.data.keys());
  // Of the account's own wallets nothing is shown: until they are known, whose the addresses are is not known either.
  const areOwnKnown = !needsOwn || own !== undefined || names.error !== null;

  const asked = askable(
    rows.map(({ value }) => subjectOf(value)),
    own,
  );
  const { data } = useQuery({
    ...resultsOf(asked),
    enabled: mayRead && isShown && areOwnKnown && asked.length > 0,
    // The rows of another page are found in it, or not; those that stay keep what they show.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      !isTold() && [...(state.data?.values() ?? [])].some((result) => result.is_running) ? soonMs : calmMs,
  });

  const isKnown = mayRead && areOwnKnown;
  useEffect(() => {
    if (!isKnown) return;
    const cellOf: CellOf = (row) => {
      const subject = subjectOf(row);
      if (own?.has(subject.value?.toLowerCase() ?? '') === true) return null;
      return <ResultCell {...subject} result={data?.get(subjectKey(subject))} />;
    };
    // Hundreds of cells: whoever types meanwhile comes first.
    startTransition(() => onKnown(() => cellOf));
  }, [isKnown, own, data, subjectOf, onKnown]);
  return null;
}

const noRows: never[] = [];

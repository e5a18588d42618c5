import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconHelpCircle, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useOutletContext } from 'react-router';
import type { ReadRow } from '#contract/read-answer.ts';
import type { ListSchema, ListSource } from '#dashboard/api/list-source.ts';
import { capitalize } from '#dashboard/lib/format.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { DetailDrawer } from '#dashboard/ui/detail-drawer.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Problems } from '#dashboard/ui/problems.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { listRow, type ReadOne } from './list-row.queries.ts';

type Props<S extends ListSchema, T> = {
  source: ListSource<S, T>;
  /** The row's id. */
  id: string;
  /** The path of the list. */
  listPath: string;
  /** What a row is: “transaction”. */
  noun: string;
  /** `isReading`: what is shown is being read again, and may have been read from a list, which says less. */
  children: (row: ReadRow<T>, isReading: boolean) => ReactNode;
  readOne: ReadOne<T>;
  /** How often the row is read again while it is open, in milliseconds; false: not at all. */
  liveEveryMs?: (row: ReadRow<T>) => number | false;
  /** False while a dialog covers it. */
  isOnTop?: boolean;
  /** Names the row in the heading, once it is known: “Withdrawal of 25 USDT”. */
  titleOf?: (row: ReadRow<T>) => ReactNode;
};

/** One row of a list at its own URL, in a drawer next to the list. */
export function ListDrawer<S extends ListSchema, T>(props: Props<S, T>) {
  const { source, id, listPath, noun, children, readOne, liveEveryMs, isOnTop = true, titleOf } = props;
  const queryClient = useQueryClient();
  const close = useCloseDialog(listPath);
  const { data, error, isFetching, refetch } = useQuery({
    ...listRow(queryClient, source, id, readOne),
    // A hidden tab isn't refreshed.
    refetchInterval: ({ state }) => (state.data?.row && liveEveryMs?.(state.data.row)) || false,
  });
  const retry = () => void refetch();
  const { lookup, row } = data ?? {};
  return (
    <DetailDrawer
      title={row && titleOf ? titleOf(row) : capitalize(noun)}
      onClose={() => close()}
      isOnTop={isOnTop}
    >
      {row && error !== null && <FailureAlert error={error} onRetry={retry} />}
      {row && lookup?.state === 'unknown' && (
        <Alert tone="warning" role="status">
          This {noun} couldn’t be refreshed, so you see it as the list showed it. {lookup.reason}
        </Alert>
      )}
      {row && <Problems what={`this ${noun}`} problems={row.problems} />}
      {row && children(row, isFetching)}
      {row === undefined && lookup?.state === 'unknown' && (
        <EmptyState
          icon={<IconHelpCircle size={20} />}
          title={`This ${noun} couldn’t be found`}
          action={
            <Button variant="default" loading={isFetching} onClick={retry}>
              Try again
            </Button>
          }
        >
          {lookup.reason}
        </EmptyState>
      )}
      {lookup?.state === 'absent' && (
        <EmptyState
          icon={<IconSearchOff size={20} />}
          title={`${capitalize(noun)} not found`}
          action={
            <Button variant="default" onClick={() => close()}>
              Back to list
            </Button>
          }
        >
          It may have been deleted.
        </EmptyState>
      )}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={retry} />}
      {data === undefined && error === null && <SkeletonLines label={`Loading the ${noun}`} />}
    </DetailDrawer>
  );
}

/** What the list passes to a drawer or dialog over it. */
export type ListContext = {
  /** Reads the list again and shows it as it is then, though rows come, go or move. */
  refresh: () => Promise<void>;
};

export function useListContext(): ListContext {
  return useOutletContext<ListContext>();
}

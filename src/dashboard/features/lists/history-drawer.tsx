import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ReadRow } from '#contract/read-answer.ts';
import { Button } from '../../ui/button.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FailureAlert } from '../../ui/failure-alert.tsx';
import { Problems } from '../../ui/problems.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { useCloseDialog } from '../../ui/use-close-dialog.ts';
import type { HistorySchema } from './history-address.ts';
import { type History, historyRow } from './history.queries.ts';

type Props<S extends HistorySchema, T> = {
  history: History<S, T>;
  /** The row's id; the list's filter `transaction_id` finds it. */
  id: string;
  /** Where the list lives. */
  listPath: string;
  /** What a row is: “transaction”. */
  word: string;
  children: (row: ReadRow<T>) => ReactNode;
};

/** One row of a history at its own address, in a drawer beside the list. */
export function HistoryDrawer<S extends HistorySchema, T>(props: Props<S, T>) {
  const { history, id, listPath, word, children } = props;
  const queryClient = useQueryClient();
  const close = useCloseDialog(listPath);
  const { data, error, refetch } = useQuery(historyRow(queryClient, history, id, { transaction_id: id }));
  const retry = () => void refetch();
  return (
    <DetailDrawer title={word.charAt(0).toUpperCase() + word.slice(1)} onClose={() => close()}>
      {data && error !== null && <FailureAlert error={error} onRetry={retry} />}
      {data && <Problems what={`this ${word}`} problems={data.problems} />}
      {data && children(data)}
      {data === null && (
        <EmptyState
          icon={<IconSearchOff size={20} />}
          title={`No ${word} has this id`}
          action={
            <Button variant="default" onClick={() => close()}>
              Back to the list
            </Button>
          }
        >
          {id} is no {word} of this account.
        </EmptyState>
      )}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={retry} />}
      {data === undefined && error === null && <SkeletonLines label={`Loading the ${word}`} />}
    </DetailDrawer>
  );
}

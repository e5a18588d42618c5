import { Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { atMost } from '#dashboard/lib/at-most.ts';
import { focusFirstRow } from '#dashboard/ui/data-table/row-navigation.ts';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';
import type { DeletionProps } from '#dashboard/list/delete-selected.tsx';
import { getWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { readWithdrawal } from '../read-withdrawal.ts';
import { BulkPreview } from './bulk-preview.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { BulkResult } from './bulk-result.tsx';
import { planOf, type Reading } from './plan.ts';
import { useDeletions } from './use-deletions.ts';

/** Deletes the marked requests: what would be released, how far it is, and what came of each. */
export function BulkDeleteDialog({ ids, refresh, onClose }: DeletionProps) {
  const { data: plan } = useQuery(currentPlan(ids));
  const { outcomes, isRunning, isStopping, run, stop } = useDeletions(refresh);
  useFocusReturn();

  const content = (asks: boolean) => {
    if (plan === undefined) {
      return (
        <Stack gap="lg">
          <ProgressBar label="Reading the marked requests" value={undefined} max={undefined} />
          <Text c="dimmed" size="sm">
            Reading what the marked requests are now.
          </Text>
        </Stack>
      );
    }
    if (isRunning) {
      return (
        <BulkProgress
          plan={plan}
          outcomes={outcomes}
          isStopping={isStopping}
          onStop={asks ? undefined : stop}
        />
      );
    }
    if (outcomes.size === 0) return <BulkPreview plan={plan} onDelete={run} onClose={onClose} />;
    return <BulkResult plan={plan} outcomes={outcomes} onRetry={run} onClose={onClose} />;
  };
  return (
    <TaskDialog
      title="Delete withdrawal requests"
      isBusy={isRunning}
      isStopping={isStopping}
      question="Stop deleting? What is deleted stays deleted."
      onStop={stop}
      onClose={onClose}
    >
      {content}
    </TaskDialog>
  );
}

/** So many at once, so that marked rows do not flood a provider. */
const taking = atMost(3);

/** What the requests are now: each read anew whenever the dialog opens, and not again while it is open. */
const currentPlan = (ids: readonly string[]) =>
  queryOptions({
    queryKey: keyOf(getWithdrawalRequest, { plan: ids }),
    queryFn: async ({ client, signal }) => {
      const readings = ids.map((id) =>
        taking(async (): Promise<Reading> => {
          try {
            return { id, found: await readWithdrawal(id, { client, signal }) };
          } catch (error) {
            signal.throwIfAborted();
            return { id, found: error instanceof Error ? error : new Error(String(error)) };
          }
        }),
      );
      return planOf(await Promise.all(readings));
    },
    staleTime: 'static',
    gcTime: 0,
  });

/** Gives the focus back to the button, or to the first row where that is gone with the rows that were marked. */
function useFocusReturn() {
  useEffect(() => {
    const from = document.activeElement;
    return () => {
      if (from instanceof HTMLElement && from !== document.body && from.isConnected) from.focus();
      else focusFirstRow();
    };
  }, []);
}

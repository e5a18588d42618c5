import { queryOptions, useQuery } from '@tanstack/react-query';
import { IconX } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { atMost } from '../../../lib/at-most.ts';
import { focusFirstRow } from '../../../ui/data-table/row-navigation.ts';
import dialog from '../../../ui/dialog.module.css';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LeaveQuestion } from '../../../ui/leave-question.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts';
import type { DeletionProps } from '../../lists/delete-selected.tsx';
import { readWithdrawal } from '../read-withdrawal.ts';
import classes from './bulk-delete.module.css';
import { BulkPreview } from './bulk-preview.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { BulkResult } from './bulk-result.tsx';
import { planOf, type Reading } from './plan.ts';
import { useDeletions } from './use-deletions.ts';

/** Deletes the marked requests: what would be released, how far it is, and what came of each. */
export function BulkDeleteDialog({ ids, refresh, onClose }: DeletionProps) {
  const title = useId();
  const { data: plan } = useQuery(currentPlan(ids));
  const { outcomes, isRunning, isStopping, run, stop } = useDeletions(refresh);
  const [wantsToClose, setWantsToClose] = useState(false);
  const leaving = useLeaveGuard(isRunning);
  useFocusReturn();

  const asks = isRunning && !isStopping && (wantsToClose || leaving.state === 'blocked');
  const close = () => {
    if (isRunning) setWantsToClose(true);
    else onClose();
  };
  const keepGoing = () => {
    setWantsToClose(false);
    leaving.reset?.();
  };
  const content = () => {
    if (plan === undefined) {
      return (
        <div className={classes['content']}>
          <ProgressBar label="Reading the marked requests" value={undefined} max={undefined} />
          <p className={classes['hint']}>Reading what the marked requests are now.</p>
        </div>
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
    <Modal
      aria-labelledby={title}
      className={classes['dialog']}
      onCancel={(event) => {
        event.preventDefault();
        if (asks) keepGoing();
        else close();
      }}
    >
      <header className={classes['header']}>
        <h2 id={title} className={dialog['title']}>
          Delete withdrawal requests
        </h2>
        <IconButton aria-label="Close" onClick={close}>
          <IconX size={18} aria-hidden />
        </IconButton>
      </header>
      {content()}
      {asks && (
        <LeaveQuestion
          question="Stop deleting? What is deleted stays deleted."
          leave="Stop it"
          stay="Keep going"
          onLeave={() => {
            stop();
            keepGoing();
          }}
          onStay={keepGoing}
        />
      )}
    </Modal>
  );
}

/** So many at once, so that marked rows do not flood a provider. */
const taking = atMost(3);

/** What the requests are now: each read anew whenever the dialog opens, and not again while it is open. */
const currentPlan = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['withdrawal plan', ids],
    queryFn: async ({ signal }) => {
      const readings = ids.map((id) =>
        taking(async (): Promise<Reading> => {
          try {
            return { id, row: await readWithdrawal(id, signal) };
          } catch (error) {
            signal.throwIfAborted();
            return { id, row: error instanceof Error ? error : new Error(String(error)) };
          }
        }),
      );
      return planOf(await Promise.all(readings));
    },
    staleTime: Number.POSITIVE_INFINITY,
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

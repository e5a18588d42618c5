import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { deleteWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { refreshAfter } from '#dashboard/api/changes.ts';
import { deleteRequest } from '../delete/delete-request.ts';
import { readWithdrawal } from '../read-withdrawal.ts';
import { type Outcome, runDeletions } from './run-deletions.ts';

/** Deletes many requests, one at a time, and keeps what came of each. `onEnd`: after each run. */
export function useDeletions(onEnd: () => Promise<void>) {
  const queryClient = useQueryClient();
  // Through the client, which knows when a session has ended.
  const { mutateAsync } = useMutation({
    mutationKey: [deleteWithdrawalRequest.id],
    mutationFn: deleteRequest,
  });
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(none);
  const [isRunning, setIsRunning] = useState(false);
  const [isStopping, setIsStopping] = useState(false);
  const running = useRef<AbortController>(undefined);

  const run = async (ids: readonly string[]) => {
    if (running.current !== undefined) return;
    const controller = new AbortController();
    running.current = controller;
    setIsRunning(true);
    await runDeletions(ids, {
      remove: mutateAsync,
      isGone: async (id) => {
        const lookup = await readWithdrawal(id, { client: queryClient, signal: neverAborted });
        if (lookup.state === 'unknown') throw new Error(lookup.reason);
        return lookup.state === 'absent';
      },
      onOutcome: (id, outcome) => setOutcomes((before) => new Map([...before, [id, outcome]])),
      signal: controller.signal,
    });
    running.current = undefined;
    setIsRunning(false);
    setIsStopping(false);
    await refreshAfter(queryClient, deleteWithdrawalRequest);
    await onEnd();
  };
  return {
    outcomes,
    isRunning,
    /** It has been told to stop and brings the request at hand to its end. */
    isStopping,
    run: (ids: readonly string[]) => void run(ids),
    stop: () => {
      setIsStopping(true);
      running.current?.abort();
    },
  };
}

// What was begun is brought to its end.
const neverAborted = new AbortController().signal;

const none: ReadonlyMap<string, Outcome> = new Map();

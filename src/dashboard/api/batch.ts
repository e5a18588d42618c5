import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { asSentence } from '#dashboard/lib/error-message.ts';
import { refreshAfter } from './changes.ts';
import { patiently } from './patiently.ts';
import type { ChangeId } from './stale.ts';

/** The outcome of one item of a batch. */
export type BatchOutcome<R = unknown> =
  | { state: 'running' }
  | { state: 'done'; result: R }
  /** Nothing was changed, for the service's reason. */
  | { state: 'failed'; reason: string }
  /** The response was lost: it may have been done. */
  | { state: 'unknown'; reason: string }
  /** The batch ended before it. */
  | { state: 'untried' };

export type BatchState = BatchOutcome['state'];

type Step<T, R> = {
  /** Makes one change. Throws ApiError. */
  run: (item: T) => Promise<R>;
  /** Asks, after a lost response, whether the change was made after all. Throws if that can't be determined. */
  wasDone?: (item: T) => Promise<{ result: R } | undefined>;
};

type Running<T, R> = Step<T, R> & {
  idOf: (item: T) => string;
  onOutcome: (id: string, outcome: BatchOutcome<R>) => void;
  /** Ends the batch before its next item; the current one is completed. */
  signal: AbortSignal;
};

/**
 * Makes one change after the other, each with an outcome of its own: a failed one doesn't keep the others from being
 * tried. Ends early when it is stopped or the session has ended. Never throws.
 */
export async function runBatch<T, R>(items: readonly T[], batch: Running<T, R>): Promise<void> {
  const { idOf, onOutcome, signal } = batch;
  let isOver = false;
  for (const item of items) {
    if (isOver || signal.aborted) {
      onOutcome(idOf(item), { state: 'untried' });
      continue;
    }
    onOutcome(idOf(item), { state: 'running' });
    const { outcome, error } = await runOne(item, batch);
    onOutcome(idOf(item), outcome);
    isOver = error instanceof ApiError && error.kind === 'unauthenticated';
  }
}

async function runOne<T, R>(
  item: T,
  { run, wasDone }: Step<T, R>,
): Promise<{ outcome: BatchOutcome<R>; error?: unknown }> {
  try {
    return { outcome: { state: 'done', result: await run(item) } };
  } catch (error) {
    const reason = asSentence(error instanceof Error ? error.message : String(error));
    if (!(error instanceof ApiError) || !error.isOutcomeUnknown) {
      return { outcome: { state: 'failed', reason }, error };
    }
    if (wasDone === undefined) return { outcome: { state: 'unknown', reason }, error };
    try {
      const done = await wasDone(item);
      return { outcome: done ? { state: 'done', ...done } : { state: 'failed', reason }, error };
    } catch {
      return { outcome: { state: 'unknown', reason }, error };
    }
  }
}

/** How many items came to each end. */
export function tallyOf(outcomes: Iterable<BatchOutcome>): Record<Exclude<BatchState, 'running'>, number> {
  const tally = { done: 0, failed: 0, unknown: 0, untried: 0 };
  for (const { state } of outcomes) if (state !== 'running') tally[state] += 1;
  return tally;
}

/** The tally as a phrase: “2 deleted, 1 not deleted”. `done`: the verb, as “deleted”. */
export function formatTally(
  { done, failed, unknown, untried }: ReturnType<typeof tallyOf>,
  verb: string,
): string {
  const parts = [
    `${done} ${verb}`,
    ...(failed > 0 ? [`${failed} not ${verb}`] : []),
    ...(unknown > 0 ? [`${unknown} with an unknown outcome`] : []),
    ...(untried > 0 ? [`${untried} not tried`] : []),
  ];
  return parts.join(', ');
}

type BatchOptions<T, R> = Step<T, R> & {
  operation: { id: ChangeId };
  idOf: (item: T) => string;
  /** After each run. */
  onEnd?: () => Promise<void>;
};

/** Makes many changes, one at a time, and keeps the outcome of each by its id. */
export function useBatch<T, R>({ operation, run: runStep, wasDone, idOf, onEnd }: BatchOptions<T, R>) {
  const queryClient = useQueryClient();
  // Through the client, which knows when a session has ended.
  const { mutateAsync } = useMutation({
    mutationKey: [operation.id],
    mutationFn: ({ item, signal }: { item: T; signal: AbortSignal }) =>
      patiently(() => runStep(item), signal),
  });
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, BatchOutcome<R>>>(new Map());
  const [isRunning, setIsRunning] = useState(false);
  const [isStopping, setIsStopping] = useState(false);
  const running = useRef<AbortController>(undefined);

  const run = async (items: readonly T[]) => {
    if (running.current !== undefined) return;
    const controller = new AbortController();
    running.current = controller;
    setIsRunning(true);
    await runBatch(items, {
      run: (item) => mutateAsync({ item, signal: controller.signal }),
      ...(wasDone && { wasDone }),
      idOf,
      onOutcome: (id, outcome) => setOutcomes((before) => new Map([...before, [id, outcome]])),
      signal: controller.signal,
    });
    running.current = undefined;
    setIsRunning(false);
    setIsStopping(false);
    await refreshAfter(queryClient, operation);
    await onEnd?.();
  };
  return {
    outcomes,
    isRunning,
    /** It is stopping and completes the current item. */
    isStopping,
    run: (items: readonly T[]) => void run(items),
    stop: () => {
      setIsStopping(true);
      running.current?.abort();
    },
  };
}

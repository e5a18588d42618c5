import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReadRow } from '#contract/read-answer.ts';
import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { sum } from '#domain/arithmetic.ts';
import type { Decimal } from '#domain/decimal.ts';
import { deleteWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import type { Lookup } from '#dashboard/api/lookup.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { asSentence } from '#dashboard/lib/error-message.ts';
import { refreshAfter } from '#dashboard/api/changes.ts';
import { moneyOf } from '../withdrawal-money.ts';
import { fetchWithdrawal } from '../withdrawal.queries.ts';
import { deleteRequest, refusalOf } from './delete-request.ts';

type Request = Partial<WithdrawalDetail>;

/** A marked request as its detail says it now, or the error with which it could not be read. */
export type Reading = { id: string; found: Lookup<ReadRow<WithdrawalDetail>> | Error };

export type Planned = {
  id: string;
  /** As far as it is known. */
  value: Request;
  /** Why it is not even tried; null for what is to be deleted. */
  setAside: string | null;
};

/** Each marked request, in the order in which they were: to be deleted, or set aside for a reason. */
export function planOf(readings: readonly Reading[]): Planned[] {
  return readings.map(({ id, found }) => {
    if (found instanceof Error) return { id, value: {}, setAside: `It couldn’t be loaded: ${found.message}` };
    if (found.state === 'absent') return { id, value: {}, setAside: 'It no longer exists.' };
    if (found.state === 'unknown')
      return { id, value: {}, setAside: `It couldn’t be loaded: ${found.reason}` };
    const { value } = found.value;
    return { id, value, setAside: value.status === 'new' ? null : refusalOf(value.status) };
  });
}

export type Released = {
  currency: string;
  requests: number;
  amount: Decimal;
  released: Decimal;
  /** Of so many it is not known what they hold: they are in neither sum. */
  unknown: number;
};

/** What deleting these requests releases, exact, a line for each currency. */
export function releasedBy(requests: readonly Request[]): Released[] {
  const groups = Map.groupBy(requests, ({ currency }) => currency ?? 'unreadable');
  return [...groups].map(([currency, of]) => {
    const known = of.flatMap((request) => {
      const { debited } = moneyOf(request);
      return request.amount === undefined || debited === undefined
        ? []
        : [{ amount: request.amount, debited }];
    });
    return {
      currency,
      requests: of.length,
      amount: sum(known.map(({ amount }) => amount)),
      released: sum(known.map(({ debited }) => debited)),
      unknown: of.length - known.length,
    };
  });
}

/** What came of one request. */
export type Outcome =
  | { state: 'deleting' }
  | { state: 'deleted' }
  /** It is still there, for the reason that the service gave. */
  | { state: 'failed'; reason: string }
  /** Nobody knows whether it was deleted. */
  | { state: 'unknown'; reason: string }
  /** It was not come to. */
  | { state: 'untried' };

type Deletions = {
  /** Deletes one. Throws ApiError. */
  remove: (id: string) => Promise<void>;
  /** Whether there is no such request any more; asked when nobody answered. Throws ApiError. */
  isGone: (id: string) => Promise<boolean>;
  onOutcome: (id: string, outcome: Outcome) => void;
  /** Ends it before the next one; the one at hand is brought to its end. */
  signal: AbortSignal;
};

/**
 * Deletes requests one after the other, each with an outcome of its own: one that fails keeps none of the others from
 * being tried. It ends early when it is told to, and when the session has ended. Never throws.
 */
export async function runDeletions(ids: readonly string[], deletions: Deletions): Promise<void> {
  const { onOutcome, signal } = deletions;
  let isOver = false;
  for (const id of ids) {
    if (isOver || signal.aborted) {
      onOutcome(id, { state: 'untried' });
      continue;
    }
    onOutcome(id, { state: 'deleting' });
    const { outcome, error } = await deleteOne(id, deletions);
    onOutcome(id, outcome);
    isOver = error instanceof ApiError && error.kind === 'unauthenticated';
  }
}

async function deleteOne(
  id: string,
  { remove, isGone }: Deletions,
): Promise<{ outcome: Outcome; error?: unknown }> {
  try {
    await remove(id);
    return { outcome: { state: 'deleted' } };
  } catch (error) {
    const reason = asSentence(error instanceof Error ? error.message : String(error));
    if (!(error instanceof ApiError) || !error.isOutcomeUnknown) {
      return { outcome: { state: 'failed', reason }, error };
    }
    try {
      const outcome: Outcome = (await isGone(id)) ? { state: 'deleted' } : { state: 'failed', reason };
      return { outcome, error };
    } catch {
      return { outcome: { state: 'unknown', reason }, error };
    }
  }
}

type Tally = { deleted: number; failed: number; unknown: number; untried: number };

/** How many came to which end. */
export function tallyOf(outcomes: Iterable<Outcome>): Tally {
  const tally: Tally = { deleted: 0, failed: 0, unknown: 0, untried: 0 };
  for (const { state } of outcomes) if (state !== 'deleting') tally[state] += 1;
  return tally;
}

/** The tally in words: “2 deleted, 1 not deleted”. */
export function formatTally({ deleted, failed, unknown, untried }: Tally): string {
  const parts = [
    `${deleted} deleted`,
    ...(failed > 0 ? [`${failed} not deleted`] : []),
    ...(unknown > 0 ? [`${unknown} with an unknown outcome`] : []),
    ...(untried > 0 ? [`${untried} not tried`] : []),
  ];
  return parts.join(', ');
}

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
        const lookup = await fetchWithdrawal(id, { client: queryClient, signal: neverAborted });
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

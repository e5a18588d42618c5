import { useQueryClient } from '@tanstack/react-query';
import type { ReadRow } from '#contract/read-answer.ts';
import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { sum } from '#domain/arithmetic.ts';
import type { Decimal } from '#domain/decimal.ts';
import { deleteWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import type { Lookup } from '#dashboard/api/lookup.ts';
import { useBatch } from '#dashboard/api/batch.ts';
import { moneyOf } from '../withdrawal-money.ts';
import { fetchWithdrawal } from '../withdrawal.queries.ts';
import { deleteRequest, refusalOf } from './delete-request.ts';

type Request = Partial<WithdrawalDetail>;

/** A selected request by its current detail, or the error of fetching it. */
export type Reading = { id: string; found: Lookup<ReadRow<WithdrawalDetail>> | Error };

export type Planned = {
  id: string;
  /** As far as it is known. */
  value: Request;
  /** Why it is not even tried; null for a request to be deleted. */
  skipReason: string | null;
};

/** Each selected request in the selection's order: to be deleted, or skipped for a reason. */
export function planOf(readings: readonly Reading[]): Planned[] {
  return readings.map(({ id, found }) => {
    if (found instanceof Error)
      return { id, value: {}, skipReason: `It couldn’t be loaded: ${found.message}` };
    if (found.state === 'absent') return { id, value: {}, skipReason: 'It no longer exists.' };
    if (found.state === 'unknown')
      return { id, value: {}, skipReason: `It couldn’t be loaded: ${found.reason}` };
    const { value } = found.value;
    return { id, value, skipReason: value.status === 'new' ? null : refusalOf(value.status) };
  });
}

export type Released = {
  currency: string;
  requests: number;
  amount: Decimal;
  released: Decimal;
  /** How many requests hold an unknown amount: they are in neither sum. */
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

/** Deletes many requests, one at a time, and keeps the outcome of each. `onEnd`: after each run. */
export function useDeletions(onEnd: () => Promise<void>) {
  const client = useQueryClient();
  return useBatch({
    operation: deleteWithdrawalRequest,
    idOf: (id: string) => id,
    run: deleteRequest,
    wasDone: async (id) => {
      const lookup = await fetchWithdrawal(id, { client, signal: neverAborted });
      if (lookup.state === 'unknown') throw new Error(lookup.reason);
      return lookup.state === 'absent' ? { result: undefined } : undefined;
    },
    onEnd,
  });
}

// Deletions that have started are finished.
const neverAborted = new AbortController().signal;

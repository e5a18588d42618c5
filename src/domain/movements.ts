import { add } from './arithmetic.ts';
import { type Decimal, ZERO } from './decimal.ts';
import type { Instant } from './time.ts';

/** Completed transactions of one currency that were created in some span of time, to the last digit. */
export type MovementTotals = { in: Decimal; out: Decimal; transactions: number };

export const noMovement: MovementTotals = { in: ZERO, out: ZERO, transactions: 0 };

/** The totals with one more transaction. */
export function addMovement(
  totals: MovementTotals,
  { direction, amount }: { direction: 'in' | 'out'; amount: Decimal },
): MovementTotals {
  return {
    ...totals,
    [direction]: add(totals[direction], amount),
    transactions: totals.transactions + 1,
  };
}

/**
 * Which of the spans, each of which begins at its start and ends before the next one's, holds the moment; -1 for none.
 * It halves them, because it is called for each of many rows.
 */
export function spanOf(starts: readonly Instant[], moment: Instant): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const start = starts[middle];
    if (start !== undefined && start <= moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

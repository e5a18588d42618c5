import { sql, type Kysely } from 'kysely';
import type { BodyOf } from '#contract/operation.ts';
import type { sumMovements } from '#contract/gateway/list-sums.ts';
import { type Decimal } from '#domain/decimal.ts';
import { type MovementTotals, noMovement } from '#domain/movements.ts';
import type { Instant } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';
import {
  bucketsToAdd,
  type IdRange,
  type SignedRange,
  slicesOfSpan,
  timeSlicesOf,
} from '../lists/list-range.ts';

type Buckets = SignedRange & { span: number };
type Part = { span: number; ids: IdRange };

/**
 * The inflow and outflow of each span over all completed transactions of a currency. Whole months, days and hours come from
 * the rollup, and rows are read only of the parts of hours at a span's ends. One statement, and so one moment.
 */
export async function sumMovementsOf(
  db: Kysely<Tables>,
  accountId: string,
  { currency, starts, until }: BodyOf<typeof sumMovements>,
): Promise<MovementTotals[]> {
  const { buckets, parts } = slicesOf(starts, until);
  const { rows } = await sql<{
    span: number;
    direction: 'in' | 'out';
    transactions: number;
    amount: Decimal;
  }>`
    select span, direction, sum(rows)::bigint as transactions, sum(amount) as amount from (
      select ranges.span, found.direction, sign * found.rows as rows, sign * found.amount as amount
      from unnest(
        ${buckets.map(({ span }) => span)}::integer[], ${buckets.map(({ grain }) => grain)}::text[],
        ${buckets.map(({ first }) => first)}::timestamptz[], ${buckets.map(({ end }) => end)}::timestamptz[],
        ${buckets.map(({ sign }) => sign)}::integer[]
      ) as ranges (span, grain, first, before, sign)
      cross join lateral (
        select direction, rows, amount from transaction_counts as counts
        where account_id = ${accountId} and counts.grain = ranges.grain
          and bucket >= ranges.first and bucket < ranges.before
          and currency = ${currency} and status = 'completed'
        -- Range by range by the index, and not all counts of the account at once.
        offset 0
      ) as found
      union all
      select parts.span, found.direction, 1, found.amount
      from unnest(
        ${parts.map(({ span }) => span)}::integer[], ${parts.map(({ ids }) => ids.low)}::text[],
        ${parts.map(({ ids }) => ids.high)}::text[]
      ) as parts (span, low, high)
      cross join lateral (
        select direction, amount, status, transactions.currency from transactions
        where account_id = ${accountId} and transaction_id >= parts.low and transaction_id < parts.high
        -- By the index on ids, of which there are few in part of an hour.
        offset 0
      ) as found
      where found.status = 'completed' and found.currency = ${currency}
    ) as slices
    group by span, direction having sum(rows) > 0`.execute(db);
  const totals = starts.map(() => noMovement);
  for (const { span, direction, transactions, amount } of rows) {
    const before = totals[span] ?? noMovement;
    totals[span] = {
      ...before,
      [direction]: amount,
      transactions: before.transactions + transactions,
    };
  }
  return totals;
}

/** Divides spans into buckets and the parts of hours around them. Each ends where the next begins, the last one at `until`. */
function slicesOf(starts: readonly Instant[], until: Instant): { buckets: Buckets[]; parts: Part[] } {
  const slices = starts.map((start, span) => {
    const end = starts[span + 1];
    // What comes after the end of all isn't in any span.
    const isLast = end === undefined || end > until;
    return {
      span,
      ...(isLast ? timeSlicesOf('tx', start, until) : slicesOfSpan('tx', { start, end })),
    };
  });
  return {
    buckets: slices.flatMap(({ span, wholeHours }) =>
      bucketsToAdd(wholeHours).map(({ grain, first, end, sign }) => ({ span, grain, first, end, sign })),
    ),
    parts: slices.flatMap(({ span, parts }) => parts.map(({ ids }) => ({ span, ids }))),
  };
}

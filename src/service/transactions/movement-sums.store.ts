import { sql, type Kysely } from 'kysely';
import type { BodyOf } from '#contract/operation.ts';
import type { sumMovements } from '#contract/gateway/list-sums.ts';
import { type Decimal } from '#domain/decimal.ts';
import { type MovementTotals, noMovement } from '#domain/movements.ts';
import { addMs, type Instant } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';
import { type IdRange, rangeIds, spanIds } from '../lists/list-range.ts';

const hourMs = 3_600_000;

type Hours = { span: number; first: Instant; end: Instant };
type Edge = { span: number; ids: IdRange };

/**
 * The inflow and outflow of each span over all completed transactions of a currency. Whole hours come from the rollup,
 * and rows are read only of the parts of hours at a span's ends. One statement, and so one moment.
 */
export async function sumMovementsOf(
  db: Kysely<Tables>,
  accountId: string,
  { currency, starts, until }: BodyOf<typeof sumMovements>,
): Promise<MovementTotals[]> {
  const { hours, edges } = slicesOf(starts, until);
  const { rows } = await sql<{
    span: number;
    direction: 'in' | 'out';
    transactions: number;
    amount: Decimal;
  }>`
    select span, direction, sum(rows)::bigint as transactions, sum(amount) as amount from (
      select spans.span, found.direction, found.rows, found.amount
      from unnest(
        ${hours.map(({ span }) => span)}::integer[], ${hours.map(({ first }) => first)}::timestamptz[],
        ${hours.map(({ end }) => end)}::timestamptz[]
      ) as spans (span, first, before)
      cross join lateral (
        select direction, rows, amount from transaction_hours
        where account_id = ${accountId} and currency = ${currency}
          and hour >= spans.first and hour < spans.before
      ) as found
      union all
      select edges.span, found.direction, 1, found.amount
      from unnest(
        ${edges.map(({ span }) => span)}::integer[], ${edges.map(({ ids }) => ids.low)}::text[],
        ${edges.map(({ ids }) => ids.high)}::text[]
      ) as edges (span, low, high)
      cross join lateral (
        select direction, amount, status, transactions.currency from transactions
        where account_id = ${accountId} and transaction_id >= edges.low and transaction_id < edges.high
        -- By the index on ids, of which there are few in part of an hour.
        offset 0
      ) as found
      where found.status = 'completed' and found.currency = ${currency}
    ) as parts
    group by span, direction`.execute(db);
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

/** Divides spans into whole hours and the parts of hours around them. */
function slicesOf(starts: readonly Instant[], until: Instant): { hours: Hours[]; edges: Edge[] } {
  const hours: Hours[] = [];
  const edges: Edge[] = [];
  for (const [span, start] of starts.entries()) {
    const next = starts[span + 1];
    // What comes after the end of all isn't in any span.
    const isLast = next === undefined || next > until;
    const end = isLast ? until : next;
    if (start > end) break;
    const [first, before] = [hourOf(start) === start ? start : addMs(hourOf(start), hourMs), hourOf(end)];
    const hasHours = first < before;
    if (hasHours) hours.push({ span, first, end: before });
    if (hasHours && start < first) edges.push({ span, ids: spanIds('tx', start, first) });
    const rest = hasHours ? before : start;
    edges.push({ span, ids: isLast ? rangeIds('tx', rest, end) : spanIds('tx', rest, end) });
    if (isLast) break;
  }
  return { hours, edges: edges.filter(({ ids }) => ids.low < ids.high) };
}

/** The beginning of its hour. */
function hourOf(instant: Instant): Instant {
  return `${instant.slice(0, 13)}:00:00.000000Z` as Instant;
}

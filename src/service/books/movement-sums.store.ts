import type { Kysely } from 'kysely';
import type { sumMovements } from '#contract/gateway/list-sums.ts';
import type { BodyOf } from '#contract/operation.ts';
import { negate, subtract, sum } from '#domain/arithmetic.ts';
import type { MovementTotals } from '#domain/movements.ts';
import type { Tables } from '#database/tables.ts';
import { movedIn, sumSpans } from './ledger-sums.store.ts';

/**
 * The inflow and outflow of each span, without fees, by booking time: what the statement of the span has as inflow and
 * outflow of the currency. Its cost is that of the deposits and withdrawals from the first start to the end.
 */
export async function sumMovementsOf(
  db: Kysely<Tables>,
  accountId: string,
  { currency, starts, until }: BodyOf<typeof sumMovements>,
): Promise<MovementTotals[]> {
  const kinds = ['deposit', 'withdrawal'] as const;
  const sums = await sumSpans(db, accountId, starts, { kinds, currency, last: until });
  const spans = Map.groupBy(sums, ({ span }) => span);
  return starts.map((_, span) => {
    const rows = spans.get(span) ?? [];
    const of = (kind: (typeof kinds)[number]) => movedIn(rows.filter(({ moved }) => moved === kind));
    return {
      in: of('deposit'),
      out: subtract(negate(of('withdrawal')), sum(rows.map(({ fees }) => fees))),
      // Each of these postings has one entry on an account of ours.
      transactions: rows.reduce((count, { entries }) => count + entries, 0),
    };
  });
}

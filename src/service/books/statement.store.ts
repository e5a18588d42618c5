import type { Kysely } from 'kysely';
import type { Statement, StatementRow } from '#contract/gateway/statements.ts';
import { negate, subtract, sum } from '#domain/arithmetic.ts';
import { now } from '#domain/clock.ts';
import { type KnownMovement, movementKinds } from '#domain/ledger-entries.ts';
import type { Instant } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';
import { balanceBefore, type LedgerSums, movedIn, sumLedger } from './ledger-sums.store.ts';

/**
 * Opening, movements and closing of a period by booking time, for every wallet type, network and currency that has or
 * had funds, or of one wallet. Undefined if the period is still to come.
 */
export async function readStatement(
  db: Kysely<Tables>,
  accountId: string,
  { from, to, wallet }: { from: Instant; to: Instant; wallet?: string | undefined },
): Promise<Statement | undefined> {
  const moment = now();
  const asOf = to < moment ? to : moment;
  if (from >= asOf) return undefined;
  const places = Map.groupBy(
    await sumLedger(db, accountId, [from, asOf], wallet),
    ({ type, network, currency }) => `${type}/${network}/${currency}`,
  );
  return { from, as_of: asOf, rows: [...places.values()].flatMap(toRow) };
}

/** A place's row of the statement, of what moved in the period (span 0) and after it (span 1). */
function toRow(sums: readonly LedgerSums[]): StatementRow[] {
  const [first] = sums;
  if (first === undefined) return [];
  const { type, network, currency } = first;
  const fundsBefore = (span: number) => ({
    total: balanceBefore(span, sums),
    on_hold: balanceBefore(
      span,
      sums.filter(({ kind }) => kind === 'hold'),
    ),
    in_transit: balanceBefore(
      span,
      sums.filter(({ kind }) => kind === 'transit'),
    ),
  });

  const moves = sums.filter(({ span }) => span === 0);
  const of = (movement: KnownMovement) =>
    moves.filter(({ moved }) => movementKinds[movement].some((kind) => kind === moved));
  const fees = negate(sum(moves.map(({ fees: paid }) => paid)));
  const known = {
    inflow: movedIn(of('inflow')),
    outflow: subtract(movedIn(of('outflow')), fees),
    withdrawal_fees: fees,
    aml_check_fees: movedIn(of('aml_check_fees')),
    exchanged_in: sum(of('exchanged_in').map(({ received }) => received)),
    exchanged_out: sum(of('exchanged_out').map(({ given }) => given)),
    collected: movedIn(of('collected')),
  };
  // Holds and releases stay within a place, so that they add up to zero here.
  const other = subtract(movedIn(moves), sum(Object.values(known)));
  return [
    {
      type,
      network,
      currency,
      opening: fundsBefore(0),
      movements: { ...known, other },
      closing: fundsBefore(1),
    },
  ];
}

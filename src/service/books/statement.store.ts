import type { Kysely } from 'kysely';
import type { Statement, StatementRow } from '#contract/gateway/statements.ts';
import { add, negate, subtract, sum } from '#domain/arithmetic.ts';
import { now } from '#domain/clock.ts';
import type { Decimal } from '#domain/decimal.ts';
import { type KnownMovement, movementKinds } from '#domain/ledger-entries.ts';
import type { Instant } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';
import { type LedgerSums, movedIn, openingOf, type OpeningFrom, sumLedger } from './ledger-sums.store.ts';

/**
 * Opening, movements and closing of a period by booking time, for every wallet type, network and currency that has or
 * had funds, or of one wallet. Undefined if the period is still to come. `openingFrom`: left out, it is what costs less
 * or, up to now, the stored balances, with which the statement then closes.
 */
export async function readStatement(
  db: Kysely<Tables>,
  accountId: string,
  { from, to, wallet }: { from: Instant; to: Instant; wallet?: string | undefined },
  openingFrom?: OpeningFrom,
): Promise<Statement | undefined> {
  const moment = now();
  const isUpToNow = to >= moment;
  const asOf = isUpToNow ? moment : to;
  if (from >= asOf) return undefined;
  const places = Map.groupBy(
    await sumLedger(
      db,
      accountId,
      { from, to: asOf, wallet },
      openingFrom ?? (isUpToNow ? 'today' : undefined),
    ),
    ({ type, network, currency }) => `${type}/${network}/${currency}`,
  );
  return { from, as_of: asOf, rows: [...places.values()].flatMap(toRow) };
}

/** A place's row of the statement. */
function toRow(sums: readonly LedgerSums[]): StatementRow[] {
  const [first] = sums;
  if (first === undefined) return [];
  const { type, network, currency } = first;
  const ofKind = (kind: LedgerSums['kind']) => sums.filter((row) => row.kind === kind);
  const fundsBy = (fundsOf: (some: readonly LedgerSums[]) => Decimal) => ({
    total: fundsOf(sums),
    on_hold: fundsOf(ofKind('hold')),
    in_transit: fundsOf(ofKind('transit')),
  });

  const of = (movement: KnownMovement) =>
    sums.filter(({ moved }) => movementKinds[movement].some((kind) => kind === moved));
  const fees = negate(sum(sums.map(({ fees: paid }) => paid)));
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
  const other = subtract(movedIn(sums), sum(Object.values(known)));
  return [
    {
      type,
      network,
      currency,
      opening: fundsBy(openingOf),
      movements: { ...known, other },
      closing: fundsBy((some) => add(openingOf(some), movedIn(some))),
    },
  ];
}

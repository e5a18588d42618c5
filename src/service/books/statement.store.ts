import { sql, type Kysely } from 'kysely';
import type { Statement, StatementRow } from '#contract/gateway/statements.ts';
import { negate, subtract, sum } from '#domain/arithmetic.ts';
import { now } from '#domain/clock.ts';
import type { Decimal } from '#domain/decimal.ts';
import { type KnownMovement, movementKinds, type PostingKind } from '#domain/ledger-entries.ts';
import type { Instant } from '#domain/time.ts';
import type { LedgerAccountKind, Tables } from '#database/tables.ts';

/**
 * Opening, movements and closing of a period by booking time, for every wallet type, network and currency that has or
 * had funds. Undefined if the period is still to come.
 */
export async function readStatement(
  db: Kysely<Tables>,
  accountId: string,
  { from, to }: { from: Instant; to: Instant },
): Promise<Statement | undefined> {
  const moment = now();
  const asOf = to < moment ? to : moment;
  if (from >= asOf) return undefined;
  const places = Map.groupBy(
    await sumMovements(db, accountId, { from, asOf }),
    ({ type, network, currency }) => `${type}/${network}/${currency}`,
  );
  return { from, as_of: asOf, rows: [...places.values()].flatMap(toRow) };
}

/** The balances of one kind of ledger account in a place, or what postings of one kind moved there. */
type Sums = {
  kind: LedgerAccountKind;
  type: string;
  network: string;
  currency: string;
  /** Null: the stored balances. */
  moved: PostingKind | null;
  balance: Decimal;
  /** What was booked after the period. */
  later: Decimal;
  /** Above zero, and below it, in the period. */
  received: Decimal;
  given: Decimal;
  /** The fees within what was given for withdrawals. */
  fees: Decimal;
};

/**
 * The stored balances, and every entry since the beginning of the period: what was before is the difference, so the
 * cost is that of the period and what came after it. A single statement, so that both are of one moment. Entries have
 * the booking time of their posting. They are added up by ledger account before anything else is joined, because the
 * embedded database often has no statistics and would otherwise look up each of them for each account. Deleted wallets
 * keep their row, so their type is known. Only a withdrawal takes a fee from our funds together with something else.
 */
async function sumMovements(
  db: Kysely<Tables>,
  accountId: string,
  { from, asOf }: { from: Instant; asOf: Instant },
): Promise<Sums[]> {
  const isLater = sql`p.created_at >= ${asOf}::timestamptz`;
  const { rows } = await sql<Sums>`
    with entries as materialized (
      select e.ledger_account_id, p.kind,
        sum(e.amount) filter (where ${isLater}) as later,
        sum(e.amount) filter (where not ${isLater} and e.amount > 0) as received,
        sum(e.amount) filter (where not ${isLater} and e.amount < 0) as given,
        sum(
          case when p.kind = 'withdrawal' and e.amount < 0 then (
            select sum(f.amount)
            from ledger_entries f join ledger_accounts paid on paid.ledger_account_id = f.ledger_account_id
            where f.posting_id = p.posting_id and paid.kind = 'fees'
          ) end
        ) filter (where not ${isLater}) as fees
      from ledger_postings p join ledger_entries e on e.posting_id = p.posting_id
      where p.account_id = ${accountId} and p.created_at >= ${from}::timestamptz
      group by e.ledger_account_id, p.kind
    ), sums as (
      select ledger_account_id, null as moved, balance, 0 as later, 0 as received, 0 as given, 0 as fees
      from ledger_accounts
      where account_id = ${accountId}
      union all
      select ledger_account_id, kind, 0, later, received, given, fees from entries
    )
    select a.kind, coalesce(w.type, 'accounting') as type, a.network, a.currency, s.moved,
      coalesce(sum(s.balance), 0) as balance, coalesce(sum(s.later), 0) as later,
      coalesce(sum(s.received), 0) as received, coalesce(sum(s.given), 0) as given,
      coalesce(sum(s.fees), 0) as fees
    from sums s
    join ledger_accounts a on a.ledger_account_id = s.ledger_account_id
    left join wallets w on w.address = a.wallet_address
    where a.kind in ('wallet', 'hold', 'pool', 'transit')
    group by a.kind, w.type, a.network, a.currency, s.moved
    order by type, a.network, a.currency`.execute(db);
  return rows;
}

/** A place's row of the statement. */
function toRow(sums: readonly Sums[]): StatementRow[] {
  const [first] = sums;
  if (first === undefined) return [];
  const { type, network, currency } = first;
  const inPeriod = (rows: readonly Sums[]) => sum(rows.flatMap(({ received, given }) => [received, given]));
  const closingOf = (rows: readonly Sums[]) =>
    subtract(sum(rows.map(({ balance }) => balance)), sum(rows.map(({ later }) => later)));
  const openingOf = (rows: readonly Sums[]) => subtract(closingOf(rows), inPeriod(rows));
  const fundsBy = (amountOf: typeof closingOf) => ({
    total: amountOf(sums),
    on_hold: amountOf(sums.filter(({ kind }) => kind === 'hold')),
    in_transit: amountOf(sums.filter(({ kind }) => kind === 'transit')),
  });

  const of = (movement: KnownMovement) =>
    sums.filter(({ moved }) => movementKinds[movement].some((kind) => kind === moved));
  const fees = negate(sum(sums.map(({ fees: paid }) => paid)));
  const known = {
    inflow: inPeriod(of('inflow')),
    outflow: subtract(inPeriod(of('outflow')), fees),
    withdrawal_fees: fees,
    aml_check_fees: inPeriod(of('aml_check_fees')),
    exchanged_in: sum(of('exchanged_in').map(({ received }) => received)),
    exchanged_out: sum(of('exchanged_out').map(({ given }) => given)),
    collected: inPeriod(of('collected')),
  };
  // Holds and releases stay within a place, so that they add up to zero here.
  const other = subtract(inPeriod(sums), sum(Object.values(known)));
  return [
    {
      type,
      network,
      currency,
      opening: fundsBy(openingOf),
      movements: { ...known, other },
      closing: fundsBy(closingOf),
    },
  ];
}

import { sql, type Kysely, type RawBuilder } from 'kysely';
import { sum } from '#domain/arithmetic.ts';
import type { Decimal } from '#domain/decimal.ts';
import type { Currency, WalletType } from '#domain/networks.ts';
import { now } from '#domain/clock.ts';
import { msBetween, type Instant } from '#domain/time.ts';
import type { LedgerAccountKind, LedgerAccountsTable, Tables } from '#database/tables.ts';
import type { PostingKind } from '#domain/ledger-entries.ts';
import { storedAddress } from '../wallets/wallet-address.ts';

/** What one kind of ledger account had before a period, and what postings of one kind moved there in it. */
export type LedgerSums = {
  kind: LedgerAccountKind;
  /** Pools, and what is in transit to them, are `accounting`. */
  type: WalletType;
  network: LedgerAccountsTable['network'];
  currency: Currency;
  /** Null: nothing, in a row that only has a part of the opening. */
  moved: PostingKind | null;
  /** A part of what there was before the period: all rows of a place add up to it. */
  opening: Decimal;
  /** Above zero, and below it. */
  received: Decimal;
  given: Decimal;
  /** The fees within what was given for withdrawals. */
  fees: Decimal;
};

/** From its first moment up to but excluding its last. Nothing moves between a moment and itself. */
export type Period = { from: Instant; to: Instant };

/**
 * Where the opening of a period comes from: every entry before it, or the stored balances without every entry since it
 * began. Both are the same, as every balance is the sum of its entries.
 */
export type OpeningFrom = 'beginning' | 'today';

/**
 * What there was before a period and what moved in it, by place. A single statement, so that all of it is of one moment.
 * Entries outside the period are read on one side only and joined to nothing, so that a period anywhere in a long history
 * costs little more than its own entries. `wallet`: only what is on the wallet with this address, and on hold for it.
 *
 * Entries are added up by ledger account before anything else is joined, because the embedded database often has no
 * statistics and would otherwise look up each of them for each account. Deleted wallets keep their row, so their type
 * is known.
 */
export async function sumLedger(
  db: Kysely<Tables>,
  accountId: string,
  { from, to, wallet }: Period & { wallet?: string | undefined },
  openingFrom?: OpeningFrom,
): Promise<LedgerSums[]> {
  const isFromToday = (openingFrom ?? (await nearerSide(db, accountId, { from, to }))) === 'today';
  const isOfWallet = wallet === undefined ? sql`true` : sql`wallet_address = ${storedAddress(wallet)}`;
  const own = sql`account_id = ${accountId} and kind in (${ours}) and ${isOfWallet}`;
  const moved = movedEntries(accountId, {
    by: sql`e.ledger_account_id`,
    own,
    // The end is no plain condition: without statistics, a span is taken to be short, and each entry to be looked up.
    isBooked: (time) => sql`${time} >= ${from}::timestamptz and (${time} < ${to}::timestamptz) is true`,
  });
  const { rows } = await sql<LedgerSums>`
    with moved as materialized (${moved}),
    outside as materialized (
      select e.ledger_account_id, sum(e.amount) as amount
      from ledger_entries e
      where ${isFromToday ? sql`e.created_at >= ${to}::timestamptz` : sql`e.created_at < ${from}::timestamptz`}
        and e.ledger_account_id in (select ledger_account_id from ledger_accounts where ${own})
      group by e.ledger_account_id
    ), sums as (
      select ledger_account_id, null as moved, ${isFromToday ? sql`balance` : sql`0`} as opening,
        0 as received, 0 as given, 0 as fees
      from ledger_accounts where ${own}
      union all
      select ledger_account_id, null, ${isFromToday ? sql`-amount` : sql`amount`}, 0, 0, 0 from outside
      union all
      select by, moved, ${isFromToday ? sql`-coalesce(received, 0) - coalesce(given, 0)` : sql`0`},
        received, given, fees
      from moved
    )
    select a.kind, coalesce(w.type, 'accounting') as type, a.network, a.currency, s.moved,
      sum(s.opening) as opening, coalesce(sum(s.received), 0) as received, coalesce(sum(s.given), 0) as given,
      coalesce(sum(s.fees), 0) as fees
    from sums s
    join ledger_accounts a on a.ledger_account_id = s.ledger_account_id
    left join wallets w on w.address = a.wallet_address
    group by a.kind, w.type, a.network, a.currency, s.moved
    order by type, a.network, a.currency`.execute(db);
  return rows;
}

/** The side of a period that probably has fewer entries: the one that took less time. */
async function nearerSide(db: Kysely<Tables>, accountId: string, { from, to }: Period): Promise<OpeningFrom> {
  const first = await db
    .selectFrom('ledger_postings')
    .select('created_at as at')
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('posting_id')
    .limit(1)
    .executeTakeFirst();
  return first !== undefined && msBetween(first.at, from) < msBetween(to, now()) ? 'beginning' : 'today';
}

/** What postings of one kind moved in one span on all ledger accounts of ours in one currency. */
export type SpanSums = Pick<LedgerSums, 'received' | 'given' | 'fees'> & {
  moved: PostingKind;
  /** The index of the span. */
  span: number;
  /** How many entries there were. */
  entries: number;
};

type Wanted = {
  kinds: readonly PostingKind[];
  currency: string;
  /** The last moment of the last span. */
  last: Instant;
};

/** What moved in each span, of some kinds of postings and one currency. A span ends where the next one begins. */
export async function sumSpans(
  db: Kysely<Tables>,
  accountId: string,
  starts: readonly Instant[],
  { kinds, currency, last }: Wanted,
): Promise<SpanSums[]> {
  const [first = last] = starts;
  const moved = movedEntries(accountId, {
    by: sql`width_bucket(p.created_at, ${starts}::timestamptz[]) - 1`,
    own: sql`account_id = ${accountId} and kind in (${ours}) and currency = ${currency}`,
    isBooked: (time) => sql`${time} >= ${first}::timestamptz and (${time} <= ${last}::timestamptz) is true`,
    isWanted: sql`p.kind = any(${kinds}::text[])`,
  });
  const { rows } = await sql<SpanSums>`
    select by as span, moved, entries, coalesce(received, 0) as received, coalesce(given, 0) as given,
      coalesce(fees, 0) as fees
    from (${moved}) as moved`.execute(db);
  return rows;
}

/** The kinds of ledger accounts whose funds are the account’s. */
const ours = sql`'wallet', 'hold', 'pool', 'transit'`;

type Moved = {
  /** What entries `e` of postings `p` are added up by, together with the kind of the posting. */
  by: RawBuilder<unknown>;
  /** What holds of their ledger accounts. */
  own: RawBuilder<unknown>;
  isBooked: (time: RawBuilder<unknown>) => RawBuilder<unknown>;
  isWanted?: RawBuilder<unknown>;
};

/**
 * The one stream that statements, balances at a moment and movements over time are folds over: the account’s entries of
 * a time. Entries have the booking time of their posting, which is asked of both, so that those of another time are joined
 * to nothing. Only a withdrawal takes a fee from our funds together with something else. Fees are added up first, because
 * looking up those of each withdrawal takes longer than everything else. The ledger accounts are no plain condition:
 * without statistics, they would be looked up for each entry, and not once.
 */
function movedEntries(
  accountId: string,
  { by, own, isBooked, isWanted = sql`true` }: Moved,
): RawBuilder<unknown> {
  return sql`
    with paid as materialized (
      select f.posting_id, sum(f.amount) as fee
      from ledger_accounts a join ledger_entries f on f.ledger_account_id = a.ledger_account_id
      where a.account_id = ${accountId} and a.kind = 'fees' and ${isBooked(sql`f.created_at`)}
      group by f.posting_id
    )
    select ${by} as by, p.kind as moved, count(*) as entries,
      sum(e.amount) filter (where e.amount > 0) as received,
      sum(e.amount) filter (where e.amount < 0) as given,
      sum(paid.fee) as fees
    from ledger_postings p
    join ledger_entries e on e.posting_id = p.posting_id
    left join paid on paid.posting_id = e.posting_id and p.kind = 'withdrawal' and e.amount < 0
    where p.account_id = ${accountId} and ${isBooked(sql`p.created_at`)} and ${isBooked(sql`e.created_at`)}
      and ${isWanted} and (
        e.ledger_account_id in (select ledger_account_id from ledger_accounts where ${own})
      ) is true
    group by 1, p.kind`;
}

/** What was received, less what was given. */
export function movedIn(sums: readonly Pick<LedgerSums, 'received' | 'given'>[]): Decimal {
  return sum(sums.flatMap(({ received, given }) => [received, given]));
}

/** What there was before the period. */
export function openingOf(sums: readonly LedgerSums[]): Decimal {
  return sum(sums.map(({ opening }) => opening));
}

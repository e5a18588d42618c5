import { sql, type Kysely, type RawBuilder } from 'kysely';
import { subtract, sum } from '#domain/arithmetic.ts';
import type { Decimal } from '#domain/decimal.ts';
import type { Currency, WalletType } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';
import type { LedgerAccountKind, LedgerAccountsTable, Tables } from '#database/tables.ts';
import type { PostingKind } from '#domain/ledger-entries.ts';
import { storedAddress } from '../wallets/wallet-address.ts';

/** What one kind of ledger account holds in a place now, or what postings of one kind moved there in one span. */
export type LedgerSums = {
  kind: LedgerAccountKind;
  /** Pools, and what is in transit to them, are `accounting`. */
  type: WalletType;
  network: LedgerAccountsTable['network'];
  currency: Currency;
  /** Null: the stored balances. */
  moved: PostingKind | null;
  /** The index of the span; -1 for the stored balances. */
  span: number;
  balance: Decimal;
  /** Above zero, and below it. */
  received: Decimal;
  given: Decimal;
  /** The fees within what was given for withdrawals. */
  fees: Decimal;
  /** The part of what was received and given that was held for AML checks, given back or paid for them. */
  for_checks: Decimal;
};

/**
 * The stored balances of an account’s ledger, and every entry since the first start, by place: what there was before is
 * the difference, so the cost is that of what came since. A single statement, so that all of it is of one moment.
 * `starts`: see `entriesSince`. `wallet`: only what is on the wallet with this address, and on hold for it.
 *
 * Entries are added up by ledger account before anything else is joined, because the embedded database often has no
 * statistics and would otherwise look up each of them for each account. Deleted wallets keep their row, so their type
 * is known.
 */
export async function sumLedger(
  db: Kysely<Tables>,
  accountId: string,
  starts: readonly Instant[],
  wallet?: string,
): Promise<LedgerSums[]> {
  const isOfWallet = (ledgerAccount: RawBuilder<unknown>) =>
    wallet === undefined
      ? sql`true`
      : sql`${ledgerAccount} in (
          select ledger_account_id from ledger_accounts where wallet_address = ${storedAddress(wallet)}
        )`;
  const by = sql`e.ledger_account_id`;
  const { rows } = await sql<LedgerSums>`
    with entries as materialized (
      ${entriesSince(accountId, starts, { by, isWanted: isOfWallet(by) })}
    ), sums as (
      select ledger_account_id, null as moved, -1 as span, balance,
        0 as received, 0 as given, 0 as fees, 0 as for_checks
      from ledger_accounts
      where account_id = ${accountId} and ${isOfWallet(sql`ledger_account_id`)}
      union all
      select ledger_account_id, moved, span, 0, received, given, fees, for_checks from entries
    )
    select a.kind, coalesce(w.type, 'accounting') as type, a.network, a.currency, s.moved, s.span,
      coalesce(sum(s.balance), 0) as balance, coalesce(sum(s.received), 0) as received,
      coalesce(sum(s.given), 0) as given, coalesce(sum(s.fees), 0) as fees,
      coalesce(sum(s.for_checks), 0) as for_checks
    from sums s
    join ledger_accounts a on a.ledger_account_id = s.ledger_account_id
    left join wallets w on w.address = a.wallet_address
    where a.kind in (${ours})
    group by a.kind, w.type, a.network, a.currency, s.moved, s.span
    order by type, a.network, a.currency`.execute(db);
  return rows;
}

/** What postings of one kind moved in one span on all ledger accounts of ours in one currency. */
export type SpanSums = Pick<LedgerSums, 'received' | 'given' | 'fees' | 'span'> & {
  moved: PostingKind;
  /** How many entries there were. */
  entries: number;
};

type Wanted = {
  kinds: readonly PostingKind[];
  currency: string;
  /** The last moment of the last span. */
  last: Instant;
};

/** What moved in each span, of some kinds of postings and one currency. `starts`: see `entriesSince`. */
export async function sumSpans(
  db: Kysely<Tables>,
  accountId: string,
  starts: readonly Instant[],
  { kinds, currency, last }: Wanted,
): Promise<SpanSums[]> {
  // Not a plain condition: without statistics, the accounts would be looked up for each entry, and not once.
  const isWanted = sql`p.created_at <= ${last}::timestamptz and p.kind = any(${kinds}::text[]) and (
    e.ledger_account_id in (
      select ledger_account_id from ledger_accounts
      where account_id = ${accountId} and kind in (${ours}) and currency = ${currency}
    )
  ) is true`;
  const { rows } = await sql<SpanSums>`
    select moved, span, entries, coalesce(received, 0) as received, coalesce(given, 0) as given,
      coalesce(fees, 0) as fees
    from (${entriesSince(accountId, starts, { isWanted })}) as entries`.execute(db);
  return rows;
}

/** The kinds of ledger accounts whose funds are the account’s. */
const ours = sql`'wallet', 'hold', 'pool', 'transit'`;

/**
 * The one stream that statements, balances at a moment and movements over time are folds over: the account’s entries
 * from the first start on, added up by posting kind and span. A span ends where the next one begins, and the last one
 * never. Entries have the booking time of their posting, which is asked of both, so that earlier ones are joined to
 * nothing. Only a withdrawal takes a fee from our funds together with something else. Fees are added up first, because
 * looking up those of each withdrawal takes longer than everything else.
 */
function entriesSince(
  accountId: string,
  starts: readonly Instant[],
  { by, isWanted = sql`true` }: { by?: RawBuilder<unknown>; isWanted?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const key = by === undefined ? sql`` : sql`${by},`;
  const [first] = starts;
  return sql`
    with paid as materialized (
      select f.posting_id, sum(f.amount) as fee
      from ledger_accounts a join ledger_entries f on f.ledger_account_id = a.ledger_account_id
      where a.account_id = ${accountId} and a.kind = 'fees' and f.created_at >= ${first}::timestamptz
      group by f.posting_id
    )
    select ${key} p.kind as moved, width_bucket(p.created_at, ${starts}::timestamptz[]) - 1 as span,
      count(*) as entries,
      sum(e.amount) filter (where e.amount > 0) as received,
      sum(e.amount) filter (where e.amount < 0) as given,
      sum(paid.fee) as fees,
      sum(e.amount) filter (where p.kind = 'aml_fee' or c.uid is not null) as for_checks
    from ledger_postings p
    join ledger_entries e on e.posting_id = p.posting_id
    left join paid on paid.posting_id = e.posting_id and p.kind = 'withdrawal' and e.amount < 0
    left join aml_checks c on c.uid = p.reference and p.kind in ('hold', 'release')
    where p.account_id = ${accountId} and p.created_at >= ${first}::timestamptz
      and e.created_at >= ${first}::timestamptz and ${isWanted}
    group by ${key} p.kind, span`;
}

/** What was received, less what was given. */
export function movedIn(sums: readonly Pick<LedgerSums, 'received' | 'given'>[]): Decimal {
  return sum(sums.flatMap(({ received, given }) => [received, given]));
}

/** What there was before a span began: the stored balances without all that has been moved since. */
export function balanceBefore(span: number, sums: readonly LedgerSums[]): Decimal {
  return subtract(sum(sums.map(({ balance }) => balance)), movedIn(since(span, sums)));
}

/** The movements from the beginning of a span on. */
export function since(span: number, sums: readonly LedgerSums[]): LedgerSums[] {
  return sums.filter((row) => row.moved !== null && row.span >= span);
}

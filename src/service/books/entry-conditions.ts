import { sql, type RawBuilder } from 'kysely';
import type { listLedgerEntries } from '#contract/gateway/ledger-entries.ts';
import type { QueryOf } from '#contract/operation.ts';
import {
  type EntryPlace,
  entryPlaces,
  movementKinds,
  ownPlaces,
  type PostingKind,
} from '#domain/ledger-entries.ts';
import type { Instant } from '#domain/time.ts';
import type { LedgerAccountKind } from '#database/tables.ts';
import { allOf } from '../lists/list-query.ts';
import { rangeIds } from '../lists/list-range.ts';
import { storedAddress } from '../wallets/wallet-address.ts';

type ListQuery = QueryOf<typeof listLedgerEntries>;

/** Which of an account's entries: undefined means any. */
export type EntryFilters = Partial<
  Omit<ListQuery, 'after' | 'sort_by' | 'sort_direction' | 'limit' | 'offset'>
> & {
  /** Exclusive, in addition to `booked_to`. */
  booked_before?: Instant;
};

/** Those that are about the ledger account of an entry. */
export type AccountFilters = Pick<EntryFilters, 'type' | 'network' | 'currency' | 'wallet' | 'place'>;

/** The ledger accounts of each place. */
const accountKinds = {
  available: ['wallet', 'pool'],
  on_hold: ['hold'],
  in_transit: ['transit'],
  fees: ['fees'],
  outside: ['world'],
} as const satisfies Record<EntryPlace, readonly LedgerAccountKind[]>;

/** The place of a ledger account. */
export function placeOf(kind: LedgerAccountKind): EntryPlace {
  return entryPlaces.find((place) => accountKinds[place].some((each) => each === kind)) ?? 'available';
}

/** Whether any filter is about the ledger account of an entry. */
export function areAccountsFiltered({ type, network, currency, wallet, place }: AccountFilters): boolean {
  return [type, network, currency, wallet, place].some((value) => value !== undefined);
}

/** Of the ledger account `a`, whose wallet is `w`. */
const walletType = sql`case when a.kind in ('fees', 'world') then 'none' else coalesce(w.type, 'accounting') end`;

/**
 * The account's own ledger accounts that match, or this one if it does. Deleted wallets keep their row, so their type is
 * known.
 */
export function ownAccounts(
  accountId: string,
  filters: AccountFilters,
  only?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { type, network, currency, wallet, place } = filters;
  const kinds = (place === undefined ? ownPlaces : [place]).flatMap((each) => accountKinds[each]);
  // By its primary key: without statistics, the planner would read all of the account's instead.
  const accounts =
    only === undefined
      ? sql`ledger_accounts`
      : sql`(select * from ledger_accounts where ledger_account_id = ${only} offset 0)`;
  return sql`
    select a.ledger_account_id, a.kind as account_kind, ${walletType} as type, a.network,
      a.currency, a.wallet_address
    from ${accounts} a left join wallets w on w.address = a.wallet_address
    where ${allOf([
      sql`a.account_id = ${accountId}`,
      sql`a.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})`,
      ...(type === undefined ? [] : [sql`${walletType} = ${type}`]),
      ...(network === undefined ? [] : [sql`a.network = ${network}`]),
      ...(currency === undefined ? [] : [sql`a.currency = ${currency}`]),
      ...(wallet === undefined ? [] : [sql`a.wallet_address = ${storedAddress(wallet)}`]),
    ])}`;
}

/** The kinds of postings that match; undefined: any, or those that have no movement of their own. */
export function kindsOf({ kind, movement }: EntryFilters): readonly PostingKind[] | undefined {
  const ofMovement = movement === undefined || movement === 'other' ? undefined : movementKinds[movement];
  if (kind === undefined) return ofMovement;
  const isOf = ofMovement === undefined || ofMovement.some((each) => each === kind);
  return isOf ? [kind] : [];
}

/** What must hold of the time of `record`, a posting or an entry: both have the same. */
export function timeConditions(record: 'p' | 'e', filters: EntryFilters): RawBuilder<unknown>[] {
  const { booked_from: from, booked_to: to, booked_before: before } = filters;
  const time = sql.ref(`${record}.created_at`);
  return [
    ...(from === undefined ? [] : [sql`${time} >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`${time} <= ${to}::timestamptz`]),
    ...(before === undefined ? [] : [sql`${time} < ${before}::timestamptz`]),
  ];
}

/** What must hold of the posting `p`, except for its time and kinds. */
export function documentConditions(accountId: string, filters: EntryFilters): RawBuilder<unknown>[] {
  const { movement, reference, created_from: from, created_to: to } = filters;
  const known = new Set<string>(Object.values(movementKinds).flat());
  return [
    ...(reference === undefined ? [] : [sql`p.reference = ${reference}`]),
    ...(movement === 'other' ? [sql`p.kind <> all(${[...known]}::text[])`] : []),
    ...(from === undefined && to === undefined ? [] : [isOfDocumentsCreated(accountId, from, to)]),
  ];
}

/**
 * That the document of `p` was created then. IDs of documents begin with that time, so that none is looked up, except
 * AML checks. Collections and settlements are created with their postings.
 */
function isOfDocumentsCreated(accountId: string, from: Instant | undefined, to: Instant | undefined) {
  const within = (time: RawBuilder<unknown>) =>
    allOf([
      ...(from === undefined ? [] : [sql`${time} >= ${from}::timestamptz`]),
      ...(to === undefined ? [] : [sql`${time} <= ${to}::timestamptz`]),
    ]);
  const ranges = (['tx', 'wd', 'ex'] as const).map((prefix) => {
    const { low, high } = rangeIds(prefix, from, to);
    return sql`(p.reference >= ${low} and p.reference < ${high})`;
  });
  const transfers = (['collection', 'settlement'] as const satisfies readonly PostingKind[]).map((kind) =>
    sql.lit(kind),
  );
  return sql`(${sql.join(ranges, sql` or `)}
    or (p.kind in (${sql.join(transfers)}) and ${within(sql`p.created_at`)})
    or p.reference in (
      select c.uid from aml_checks c where c.account_id = ${accountId} and ${within(sql`c.created_at`)}
    ))`;
}

/**
 * The fee that the posting `p` takes from the entry `e`, as it is in `fee`: zero or less. The IDs of ledger accounts begin
 * with their kind, so that the primary key alone finds it.
 */
export const feeOfEntry = sql`coalesce(
  case when p.kind = 'withdrawal' and e.amount < 0 then (
    select -sum(f.amount) from ledger_entries f
    where f.posting_id = p.posting_id and f.ledger_account_id >= 'fees/' and f.ledger_account_id < 'fees0'
  ) end, 0)`;

/** What the movement says of the sign of the entry `e`. */
export function signConditions({ movement }: EntryFilters): RawBuilder<unknown>[] {
  if (movement === 'exchanged_in') return [sql`e.amount > 0`];
  return movement === 'exchanged_out' ? [sql`e.amount < 0`] : [];
}

/** That the entry `e` of `p` has a fee, where the movement says so. */
export function feeConditions({ movement }: EntryFilters): RawBuilder<unknown>[] {
  return movement === 'withdrawal_fees' ? [sql`${feeOfEntry} <> 0`] : [];
}

/**
 * The account's postings that match, as a table. Those of one document are looked up first, because the planner might
 * otherwise walk through all postings in their order until it meets them.
 */
export function matchingPostings(
  accountId: string,
  filters: EntryFilters,
  { kinds = kindsOf(filters), more = [] as readonly RawBuilder<unknown>[] } = {},
): RawBuilder<unknown> {
  const conditions = [
    sql`p.account_id = ${accountId}`,
    ...timeConditions('p', filters),
    ...documentConditions(accountId, filters),
    ...more,
  ];
  const columns = sql`p.posting_id, p.created_at, p.kind, p.reference`;
  if (filters.reference !== undefined) {
    return sql`(
      with named as materialized (select * from ledger_postings where reference = ${filters.reference})
      select ${columns} from named as p where ${allOf([...conditions, ...isOfKinds(kinds)])})`;
  }
  const ofKinds = (of: readonly PostingKind[] | undefined) => sql`
    select ${columns} from ledger_postings p where ${allOf([...conditions, ...isOfKinds(of)])}`;
  // The order of an index is that of one kind.
  const parts = kinds === undefined || kinds.length < 2 ? [kinds] : kinds.map((kind) => [kind]);
  return sql`(${sql.join(
    parts.map((part) => sql`(${ofKinds(part)})`),
    sql` union all `,
  )})`;
}

/**
 * The posting `p` of each entry `e`, by its primary key: without statistics, the planner would look for all postings of a
 * kind instead.
 */
export const postingOfEntry = sql`lateral (
  select posting_id, account_id, kind, reference, created_at from ledger_postings
  where posting_id = e.posting_id offset 0
) as p`;

/** That the posting `p` is of these kinds; undefined: any. */
export function isOfKinds(kinds: readonly PostingKind[] | undefined): RawBuilder<unknown>[] {
  if (kinds === undefined) return [];
  const [only, ...others] = kinds;
  if (only === undefined) return [sql`false`];
  return others.length === 0 ? [sql`p.kind = ${only}`] : [sql`p.kind = any(${[...kinds]}::text[])`];
}

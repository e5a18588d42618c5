import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { LedgerEntry } from '#contract/gateway/ledger-entries.ts';
import type { Instant } from '#domain/time.ts';
import type { LedgerAccountKind, Tables } from '#database/tables.ts';
import { allOf } from '../lists/list-query.ts';
import {
  documentConditions,
  type EntryFilters,
  feeConditions,
  feeOfEntry,
  isOfKinds,
  kindsOf,
  matchingPostings,
  ownAccounts,
  postingOfEntry,
  placeOf,
  signConditions,
  timeConditions,
} from './entry-conditions.ts';

/** An entry as it is listed; its times are instants. */
export type StoredEntry = Omit<LedgerEntry, 'booked_at' | 'created_at'> & {
  booked_at: Instant;
  created_at: Instant | null;
};

/** Where a page begins: after this entry, in the order of the list. */
export type Position = Pick<StoredEntry, 'booked_at' | 'posting_id'> & { ledger_account_id: string };

export type PageOrder = {
  direction: 'asc' | 'desc';
  after?: Position | undefined;
  limit: number;
  offset: number;
  /** Whether entries are looked up by ledger account, rather than in the order of all postings. */
  isByAccount: boolean;
};

type FoundEntry = Position &
  Pick<StoredEntry, 'created_at' | 'kind' | 'type' | 'network' | 'currency'> &
  Pick<StoredEntry, 'amount' | 'fee' | 'reference' | 'refers_to'> & {
    account_kind: LedgerAccountKind;
    wallet_address: string | null;
  };

/** Finds the entries of the page by index, and then everything else about them. */
export async function readPage(
  db: Kysely<Tables>,
  accountId: string,
  filters: EntryFilters,
  { direction, after, limit, offset, isByAccount }: PageOrder,
): Promise<StoredEntry[]> {
  const by = sql.raw(direction);
  const page = { direction: by, after: afterCondition(direction, after), limit, offset };
  const found = isByAccount
    ? pageByAccount(accountId, filters, page)
    : pageByPosting(accountId, filters, page);
  const { rows } = await sql<FoundEntry>`
    with page as materialized (${found})
    select p.created_at as booked_at, p.posting_id, p.ledger_account_id, p.kind, p.account_kind, p.type,
      p.network, p.currency, p.wallet_address, p.amount, p.fee, p.reference,
      coalesce(t.created_at, r.created_at, x.created_at, c.created_at, f.created_at) as created_at,
      case
        when t.transaction_id is not null then 'transaction'
        when r.request_id is not null then 'withdrawal'
        when x.transaction_id is not null then 'exchange'
        when c.uid is not null then 'aml_check'
        when f.posting_id is not null then 'transfer'
      end as refers_to
    from page as p
    left join transactions t on t.transaction_id = p.reference and t.account_id = ${accountId}
    left join withdrawal_requests r on r.request_id = p.reference and r.account_id = ${accountId}
    left join exchange_transactions x on x.transaction_id = p.reference and x.account_id = ${accountId}
    left join aml_checks c on c.uid = p.reference and c.account_id = ${accountId}
    left join fund_transfers f on f.posting_id = p.posting_id
    order by p.created_at ${by}, p.posting_id ${by}, p.ledger_account_id ${by}`.execute(db);
  return rows.map(toEntry);
}

function toEntry({ account_kind: kind, wallet_address: wallet, ledger_account_id: id, ...row }: FoundEntry) {
  const entry: StoredEntry = { ...row, entry_id: `${row.posting_id}:${id}`, place: placeOf(kind), wallet };
  return entry;
}

type Page = {
  direction: RawBuilder<unknown>;
  /** Of the posting `p` alone, and together with the entry `e`. */
  after: { posting: RawBuilder<unknown>[]; entry: RawBuilder<unknown>[] };
  limit: number;
  offset: number;
};

const pageColumns = sql`
  p.posting_id, p.created_at, p.kind, p.reference, e.ledger_account_id, e.amount, ${feeOfEntry} as fee,
  own.account_kind, own.type, own.network, own.currency, own.wallet_address`;

/**
 * Walks through the postings in their order until the page is full. `offset 0` keeps the planner from reading all entries or
 * ledger accounts first: the embedded database often has no statistics. Postings have no order of their own, for which it
 * would sort all of them, as it doesn’t know there how few the page needs.
 */
function pageByPosting(
  accountId: string,
  filters: EntryFilters,
  { direction, after, limit, offset }: Page,
): RawBuilder<unknown> {
  const order = sql`order by p.created_at ${direction}, p.posting_id ${direction}`;
  return sql`
    select ${pageColumns}
    from ${matchingPostings(accountId, filters, { more: after.posting })} as p
    cross join lateral (
      select ledger_account_id, amount from ledger_entries where posting_id = p.posting_id offset 0
    ) as e
    cross join lateral (
      ${ownAccounts(accountId, filters, sql`e.ledger_account_id`)} offset 0
    ) as own
    where ${allOf([...after.entry, ...signConditions(filters), ...feeConditions(filters)])}
    ${order}, e.ledger_account_id ${direction}
    limit ${limit} offset ${offset}`;
}

/** Reads as much of each ledger account as may be on the page, and merges it. */
function pageByAccount(
  accountId: string,
  filters: EntryFilters,
  { direction, after, limit, offset }: Page,
): RawBuilder<unknown> {
  const order = (of: string) =>
    sql`order by ${sql.ref(`${of}.created_at`)} ${direction}, ${sql.ref(`${of}.posting_id`)} ${direction}`;
  const kinds = kindsOf(filters);
  return sql`
    select found.* from (${ownAccounts(accountId, filters)}) as own
    cross join lateral (
      select ${pageColumns}
      from ledger_entries e cross join ${postingOfEntry}
      where ${allOf([
        sql`e.ledger_account_id = own.ledger_account_id`,
        sql`p.account_id = ${accountId}`,
        ...timeConditions('e', filters),
        ...documentConditions(accountId, filters),
        ...isOfKinds(kinds),
        ...signConditions(filters),
        ...feeConditions(filters),
        ...after.entry,
      ])}
      ${order('e')}
      limit ${limit + offset}
    ) as found
    ${order('found')}, found.ledger_account_id ${direction}
    limit ${limit} offset ${offset}`;
}

function afterCondition(direction: 'asc' | 'desc', after: Position | undefined): Page['after'] {
  if (after === undefined) return { posting: [], entry: [] };
  const sign = sql.raw(direction === 'asc' ? '>' : '<');
  const { booked_at: time, posting_id: posting, ledger_account_id: account } = after;
  const isSince = sql`(p.created_at, p.posting_id) ${sign}= (${time}::timestamptz, ${posting})`;
  return {
    posting: [isSince],
    entry: [
      sql`(p.created_at, p.posting_id, e.ledger_account_id) ${sign} (${time}::timestamptz, ${posting}, ${account})`,
    ],
  };
}

/** A page of the second half skips fewer entries in the other direction. */
export async function readFromEnd(
  tx: Transaction<Tables>,
  accountId: string,
  filters: EntryFilters,
  { direction, limit, offset, isByAccount }: PageOrder,
  count: number,
): Promise<StoredEntry[]> {
  const end = Math.min(offset + limit, count);
  const other = direction === 'asc' ? 'desc' : 'asc';
  const page = { direction: other, limit: end - offset, offset: count - end, isByAccount } as const;
  return (await readPage(tx, accountId, filters, page)).toReversed();
}

/** The position of an entry that was read. */
export function positionOf({ entry_id: id, booked_at, posting_id }: StoredEntry): Position {
  return { booked_at, posting_id, ledger_account_id: ledgerAccountOf(id) };
}

function ledgerAccountOf(entryId: string): string {
  return entryId.slice(entryId.indexOf(':') + 1);
}

/** Where the entry with this ID is; undefined if the account has none. */
export async function findPosition(
  tx: Transaction<Tables>,
  accountId: string,
  entryId: string,
): Promise<Position | undefined> {
  return await tx
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_postings as p', 'p.posting_id', 'e.posting_id')
    .select(['p.created_at as booked_at', 'p.posting_id', 'e.ledger_account_id'])
    .where('e.posting_id', '=', entryId.split(':', 1)[0] ?? '')
    .where('e.ledger_account_id', '=', ledgerAccountOf(entryId))
    .where('p.account_id', '=', accountId)
    .executeTakeFirst();
}

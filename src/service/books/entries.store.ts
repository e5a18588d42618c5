import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { listLedgerEntries } from '#contract/gateway/ledger-entries.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { Decimal } from '#domain/decimal.ts';
import { inOrder, type SumLine } from '#domain/list-sums.ts';
import type { Instant } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { allOf } from '../lists/list-query.ts';
import {
  areAccountsFiltered,
  documentConditions,
  type EntryFilters,
  feeConditions,
  feeOfEntry,
  isOfKinds,
  kindsOf,
  matchingPostings,
  ownAccounts,
  postingOfEntry,
  signConditions,
  timeConditions,
} from './entry-conditions.ts';
import {
  findPosition,
  type Position,
  positionOf,
  readFromEnd,
  readPage,
  type StoredEntry,
} from './entry-page.store.ts';

/** So few ledger accounts, or so few entries that match, are found faster by ledger account. */
const fewAccounts = 500;
const fewEntries = 2_000;

/**
 * A page of the entries on the account's own ledger accounts, by booking time, and how many match in all. One moment.
 * Undefined if the account has no entry `after`.
 */
export async function listEntries(
  db: Kysely<Tables>,
  accountId: string,
  query: QueryOf<typeof listLedgerEntries>,
): Promise<{ count: number; entries: StoredEntry[] } | undefined> {
  const { after: afterId, sort_by: _by, sort_direction: direction, limit, offset, ...filters } = query;
  return await inTransaction(
    db,
    async (tx) => {
      const after = afterId === undefined ? undefined : await findPosition(tx, accountId, afterId);
      if (afterId !== undefined && after === undefined) return undefined;
      const isNarrow = await areFewEntries(tx, accountId, filters);
      const count = await countEntries(tx, accountId, filters, isNarrow);
      if (offset >= count) return { count, entries: [] };
      const page = {
        direction,
        after,
        limit,
        offset,
        isByAccount: isFoundByAccount(filters, isNarrow, count),
      };
      const isNearEnd = after === undefined && offset > count / 2;
      const entries = isNearEnd
        ? await readFromEnd(tx, accountId, filters, page, count)
        : await readPage(tx, accountId, filters, page);
      return { count, entries };
    },
    { isolationLevel: 'repeatable read' },
  );
}

/** So many entries are read at once: few enough that nobody waits long for the embedded database’s one connection. */
const chunkSize = 500;

/**
 * All entries of a period that match, in the order of their booking, in chunks, so that memory stays flat. From `from` up to
 * but excluding `to`. Nothing is ever changed in a period that is over, but entries of its last seconds may still be on
 * their way to the database; pass a repeatable-read transaction to read one moment together with something else.
 */
export async function* streamEntries(
  db: Kysely<Tables>,
  accountId: string,
  { from, to }: { from?: Instant | undefined; to: Instant },
  filters: Omit<EntryFilters, 'booked_from' | 'booked_to' | 'booked_before'> = {},
): AsyncGenerator<StoredEntry[], void, undefined> {
  const wanted = { ...filters, ...(from !== undefined && { booked_from: from }), booked_before: to };
  const isByAccount = isFoundByAccount(filters, await areFewEntries(db, accountId, filters));
  let after: Position | undefined;
  for (;;) {
    const order = { direction: 'asc', after, limit: chunkSize, offset: 0, isByAccount } as const;
    const entries = await readPage(db, accountId, wanted, order);
    const last = entries.at(-1);
    if (last === undefined) return;
    yield entries;
    if (entries.length < chunkSize) return;
    after = positionOf(last);
  }
}

/** How many entries match and what they add up to, by currency. One moment. */
export async function sumEntriesByCurrency(
  db: Kysely<Tables>,
  accountId: string,
  filters: EntryFilters,
): Promise<SumLine[]> {
  const isNarrow = await areFewEntries(db, accountId, filters);
  const sums = sql`count(*) as rows, sum(e.amount) as amount, sum(${feeOfEntry}) as fee`;
  const isByAccount = isFoundByAccount(filters, isNarrow);
  const { rows } = await sql<{ currency: string; rows: number; amount: Decimal; fee: Decimal }>`
    select found.currency, sum(found.rows)::bigint as rows, sum(found.amount) as amount, sum(found.fee) as fee
    from (${matchingEntries(accountId, filters, sums, { isByAccount, needsPostings: true })}) as found
    where found.rows > 0
    group by found.currency`.execute(db);
  return inOrder(
    rows.map(({ currency, rows: count, amount, fee }) => ({
      group: { currency },
      rows: count,
      sums: { amount, fee },
    })),
  );
}

/** Without filters about postings, the index of entries alone has the count. */
async function countEntries(
  tx: Transaction<Tables>,
  accountId: string,
  filters: EntryFilters,
  isNarrow: boolean,
): Promise<number> {
  const needsPostings = kindsOf(filters) !== undefined || documentConditions(accountId, filters).length > 0;
  const isByAccount = !needsPostings || isFoundByAccount(filters, isNarrow);
  const count = sql`count(*) as rows`;
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(found.rows), 0)::bigint as count
    from (${matchingEntries(accountId, filters, count, { isByAccount, needsPostings })}) as found`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/**
 * The aggregates `of` the entries `e` that match, and their postings `p`, for each ledger account and with its currency.
 * Entries are either looked up for each ledger account, or added up before anything else is joined: without statistics,
 * as the embedded database often is, the planner would look at each entry for each ledger account. `offset 0` keeps it from
 * turning that around.
 */
function matchingEntries(
  accountId: string,
  filters: EntryFilters,
  of: RawBuilder<unknown>,
  { isByAccount, needsPostings }: { isByAccount: boolean; needsPostings: boolean },
): RawBuilder<unknown> {
  const ofEntries = [
    ...timeConditions('e', filters),
    ...signConditions(filters),
    ...(needsPostings ? feeConditions(filters) : []),
  ];
  if (!isByAccount) {
    return sql`
      with sums as materialized (
        select e.ledger_account_id, ${of}
        from ${matchingPostings(accountId, filters)} as p
        join ledger_entries e on e.posting_id = p.posting_id
        where ${allOf(ofEntries)}
        group by e.ledger_account_id
      )
      select own.currency, sums.*
      from sums cross join lateral (
        ${ownAccounts(accountId, filters, sql`sums.ledger_account_id`)} offset 0
      ) as own`;
  }
  const ofPostings = [
    sql`p.account_id = ${accountId}`,
    ...documentConditions(accountId, filters),
    ...isOfKinds(kindsOf(filters)),
  ];
  return sql`
    select own.currency, sums.*
    from (${ownAccounts(accountId, filters)}) as own
    cross join lateral (
      select ${of}
      from ledger_entries e ${needsPostings ? sql`cross join ${postingOfEntry}` : sql``}
      where ${allOf([
        sql`e.ledger_account_id = own.ledger_account_id`,
        ...ofEntries,
        ...(needsPostings ? ofPostings : []),
      ])}
      offset 0
    ) as sums`;
}

/** Those of one document are found by the index of references, and those of one kind by the index of kinds. */
function isFoundByAccount(filters: EntryFilters, isNarrow: boolean, count?: number): boolean {
  if (filters.reference !== undefined || !areAccountsFiltered(filters)) return false;
  const areFew = count !== undefined && count <= fewEntries && kindsOf(filters) === undefined;
  return isNarrow || areFew;
}

/** Whether filters leave few entries to look at: those of few ledger accounts, or of one document. */
async function areFewEntries(db: Kysely<Tables>, accountId: string, filters: EntryFilters): Promise<boolean> {
  if (filters.reference !== undefined) return true;
  if (!areAccountsFiltered(filters)) return false;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      ${ownAccounts(accountId, filters)} limit ${fewAccounts + 1}
    ) as own`.execute(db);
  return (rows[0]?.count ?? 0) <= fewAccounts;
}

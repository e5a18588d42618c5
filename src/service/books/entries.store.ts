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
  feeOfEntry,
  kindsOf,
  matchingPostings,
  ownAccounts,
  signConditions,
  timeConditions,
  withdrawalFees,
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
  const { rows } = await sql<{ currency: string; rows: number; amount: Decimal; fee: Decimal }>`
    with own as materialized (${ownAccounts(accountId, filters)})
    select own.currency, count(*) as rows, sum(e.amount) as amount, coalesce(sum(fees.fee), 0) as fee
    from ${matchingEntries(accountId, filters, { isNarrow, withFees: true })}
    group by own.currency`.execute(db);
  return inOrder(
    rows.map(({ currency, rows: count, amount, fee }) => ({
      group: { currency },
      rows: count,
      sums: { amount, fee },
    })),
  );
}

async function countEntries(
  tx: Transaction<Tables>,
  accountId: string,
  filters: EntryFilters,
  isNarrow: boolean,
): Promise<number> {
  const withFees = filters.movement === 'withdrawal_fees';
  const { rows } = await sql<{ count: number }>`
    with own as materialized (${ownAccounts(accountId, filters)})
    select count(*) as count
    from ${matchingEntries(accountId, filters, { isNarrow, withFees })}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * All entries `e` that match, on ledger accounts in `own`, for adding them up. Postings are read only where a filter is about
 * them, because the index of entries alone has the rest. Fees are looked up one by one for few entries, and otherwise
 * added up first.
 */
function matchingEntries(
  accountId: string,
  filters: EntryFilters,
  { isNarrow, withFees }: { isNarrow: boolean; withFees: boolean },
): RawBuilder<unknown> {
  const needsPostings =
    (withFees && isNarrow) ||
    kindsOf(filters) !== undefined ||
    documentConditions(accountId, filters).length > 0;
  const postings = sql`join ${matchingPostings(accountId, filters)} as p on p.posting_id = e.posting_id`;
  const fees = isNarrow
    ? sql`cross join lateral (select ${feeOfEntry} as fee) as fees`
    : sql`left join (${withdrawalFees(accountId, filters)}) as fees
        on fees.posting_id = e.posting_id and e.amount < 0`;
  return sql`ledger_entries e
    join own on own.ledger_account_id = e.ledger_account_id
    ${needsPostings ? postings : sql``}
    ${withFees ? fees : sql``}
    where ${allOf([
      ...timeConditions('e', filters),
      ...signConditions(filters),
      ...(filters.movement === 'withdrawal_fees' ? [sql`fees.fee <> 0`] : []),
    ])}`;
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

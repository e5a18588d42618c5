import { sql, type Kysely, type RawBuilder } from 'kysely';
import { prepare } from '#database/preparing-client.ts';
import type { Tables } from '#database/tables.ts';
import type { Instant } from '#domain/time.ts';
import type { ListNames, PageQuery } from './list.ts';
import { allOf, filterConditions, isListed, listedConditions, sameDimensionKey } from './list-query.ts';
import type { IdRange } from './list-range.ts';

/** The rows to read: `take` of those with these ids that match the filters, after skipping `skip`. */
export type RowSlice = { ids: IdRange; skip: number; take: number };

/** The same, with what the statement that reads the rows finds out itself. */
export type CountedSlice = Omit<RowSlice, 'skip'> & {
  skip: number | RawBuilder<number>;
  counted?: { totals: RawBuilder<unknown>; count: RawBuilder<number> } | undefined;
};

/**
 * Scans the rows in id order and filters them one by one: best if most of them match. The conditions and the order leave the
 * planner no choice but the index (account, id), or (account, status, id) if the status is filtered. It would otherwise
 * sometimes read the rows of other accounts and statuses in the order of the primary key, or sort what another index finds.
 */
export async function listRows<Row>(
  db: Kysely<Tables>,
  list: ListNames,
  query: PageQuery,
  { ids, skip, take, counted }: CountedSlice,
): Promise<Row[]> {
  const { status } = query.filters;
  const names = ['account_id', ...(status === undefined ? [] : ['status']), list.id];
  const values = [query.accountId, ...(status === undefined ? [] : [status])];
  const columns = names.map((name) => sql.ref(`record.${name}`));
  const direction = directionOf(query);
  const others = list.dimensions.filter((name) => name !== 'status' && query.filters[name] !== undefined);
  // No index serves this comparison.
  const isWanted = others.map(
    (name) => sql`${sql.ref(`record.${name}`)} is not distinct from ${query.filters[name]}`,
  );
  const { rows } = await sql<Row>`
    ${selectRecords(list, counted)} from ${sql.table(list.table)} as record
    where (${sql.join(columns)}) >= (${sql.join([...values, ids.low])})
      and (${sql.join(columns)}) < (${sql.join([...values, ids.high])})
      and ${allOf([...isListed(list), ...isWanted])}
    order by ${sql.join(columns.map((column) => sql`${column} ${direction}`))}
    limit ${take} offset ${skip}`.execute(db);
  return rows;
}

/**
 * Reads the rows per dimension key, each from its own range of the index, and merges them by id: best if few of the rows in
 * that time match. The counts of the months from `first` to `last` tell which dimension keys exist.
 */
export async function listRowsByDimensionKey<Row>(
  db: Kysely<Tables>,
  list: ListNames,
  query: PageQuery,
  { ids, skip, take, counted }: CountedSlice,
  months: { first: Instant; last: Instant },
): Promise<Row[]> {
  const { status, others } = filterConditions(list, query, 'dims');
  const direction = directionOf(query);
  const id = sql.ref(list.id);
  const { rows } = await sql<Row>`
    ${selectRecords(list, counted)} from (
      select found.id
      from (
        select distinct ${sql.join(list.dimensions.map((name) => sql.ref(name)))}
        from ${sql.table(list.counts)} as dims
        where account_id = ${query.accountId} and grain = 'month'
          and bucket between ${months.first}::timestamptz and ${months.last}::timestamptz
          and rows > 0 and ${allOf([...status, ...others])}
      ) as dims
      cross join lateral (
        select ${id} as id from ${sql.table(list.table)} as record
        where ${allOf([...sameDimensionKey(list), ...listedConditions(list, query.accountId, ids)])}
        order by ${id} ${direction}
        limit ${typeof skip === 'number' ? skip + take : sql`${skip} + ${take}`}
      ) as found
      order by found.id ${direction}
      limit ${take} offset ${skip}
    ) as page
    join ${sql.table(list.table)} as record on record.${id} = page.id
    order by record.${id} ${direction}`.execute(db);
  return rows;
}

/** Reads a page ordered by an indexed column, skipping the rows before it one by one. */
export async function listRowsByColumn<Row>(
  db: Kysely<Tables>,
  list: ListNames,
  query: PageQuery,
  { ids, skip, take, counted }: CountedSlice,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    ${selectRecords(list, counted)} from ${sql.table(list.table)} as record
    where ${recordConditions(list, query, ids)}
    order by ${orderOf(list, query)}
    limit ${take} offset ${skip}`.execute(db);
  return rows;
}

/**
 * Finds the few rows that match `where`, and counts and sorts them in the same statement. They are materialized, because
 * the planner would otherwise scan the account's rows in sort order, hoping to find enough matches. Past the last page,
 * one row has the count but no record.
 */
export async function listFoundRows<Row>(
  db: Kysely<Tables>,
  list: ListNames,
  query: PageQuery,
  ids: IdRange,
): Promise<(Row & { found_id: string | null; found_count: number })[]> {
  const id = sql.ref(list.id);
  const { rows } = await sql<Row & { found_count: number; found_id: string | null }>`
    with found as materialized (
      select ${id}, ${sql.ref(query.sortBy)} from ${sql.table(list.table)} as record
      where ${recordConditions(list, query, ids)} and ${query.where ?? sql`true`}
    ), page as (
      select ${id} from found as record order by ${orderOf(list, query)}
      limit ${query.limit} offset ${query.offset}
    )
    select ${columnsOf(list)}, record.${id} as found_id, total.found_count
    from (select count(*) as found_count from found) as total
    left join (page join ${sql.table(list.table)} as record using (${id})) on true
    order by ${orderOf(list, query)}`.execute(db);
  return rows;
}

/** With the counts, each row carries `found_count`. */
function selectRecords(list: ListNames, counted: CountedSlice['counted']): RawBuilder<unknown> {
  const columns = columnsOf(list);
  if (counted === undefined) return sql`${prepare} select ${columns}`;
  return sql`${prepare} with totals as materialized (${counted.totals}) select ${columns}, ${counted.count} as found_count`;
}

/** By their names, as a statement that is prepared needs them. */
function columnsOf({ columns }: ListNames): RawBuilder<unknown> {
  return sql.join(Object.keys(columns).map((name) => sql.ref(`record.${name}`)));
}

function recordConditions(list: ListNames, query: PageQuery, ids: IdRange): RawBuilder<unknown> {
  const { status, others } = filterConditions(list, query, 'record');
  return allOf([...listedConditions(list, query.accountId, ids), ...status, ...others]);
}

function orderOf(list: ListNames, query: PageQuery): RawBuilder<unknown> {
  const direction = directionOf(query);
  const column = sql.ref(`record.${query.sortBy}`);
  const id = sql.ref(`record.${list.id}`);
  // Ids sort as times do, and only they are in the index.
  return query.sortBy === 'created_at'
    ? sql`${id} ${direction}`
    : sql`${column} ${direction}, ${id} ${direction}`;
}

function directionOf({ sortDirection }: PageQuery): RawBuilder<unknown> {
  return sortDirection === 'asc' ? sql`asc` : sql`desc`;
}

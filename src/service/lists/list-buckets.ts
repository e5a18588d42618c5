import { sql, type Kysely, type RawBuilder } from 'kysely';
import { prepare } from '#database/preparing-client.ts';
import type { Tables } from '#database/tables.ts';
import type { Instant } from '#domain/time.ts';
import type { ListNames, PageQuery } from './list.ts';
import { allOf, filterConditions, listedConditions, sameDimensionKey } from './list-query.ts';
import {
  bucketIds,
  type BucketRange,
  bucketsToAdd,
  type Grain,
  type IdRange,
  type PartialHour,
  type Span,
} from './list-range.ts';

/** What the counts say about a slice of time and, if the list is sorted by status, about one status in it. */
export type Bucket = {
  /** Empty unless the list is sorted by status. */
  status: string;
  grain: Grain | 'part of an hour';
  /** Its first moment; of part of an hour, the hour’s. */
  first: Instant;
  ids: IdRange;
  /** How many rows match all filters. Never 0. */
  matchingCount: number;
  /** How many rows there are if only the status filter is applied. */
  totalCount: number;
};

type Found = Pick<Bucket, 'status'> & { matching_count: number; total_count: number };

/** The buckets of these ranges that have matching rows, in no particular order. */
export async function listBuckets(
  db: Kysely<Tables>,
  list: ListNames,
  query: PageQuery,
  ranges: readonly BucketRange[],
): Promise<Bucket[]> {
  if (ranges.length === 0) return [];
  const { status, others } = filterConditions(list, query, 'dims');
  // A select per range, so that each scans one contiguous range of the counts' key.
  const selects = ranges.map(
    ({ grain, first, end }) => sql`
      select ${statusOf(query)} as status, ${sql.lit(grain)} as grain, bucket as first,
        coalesce(sum(rows) filter (where ${allOf(others)}), 0) as matching_count, sum(rows) as total_count
      from ${sql.table(list.counts)} as dims
      where account_id = ${query.accountId} and grain = ${sql.lit(grain)}
        and bucket >= ${first}::timestamptz and bucket < ${end}::timestamptz and ${allOf(status)}
      group by 1, bucket`,
  );
  const { rows } = await sql<Found & Pick<BucketRange, 'grain' | 'first'>>`
    ${prepare} ${sql.join(selects, sql` union all `)}`.execute(db);
  return rows.flatMap(({ grain, first, ...found }) =>
    toBuckets(found, { grain, first, ids: bucketIds(list.idPrefix, grain, first) }),
  );
}

/** How many matching rows these whole hours have, as an expression. */
export function countOf(list: ListNames, query: PageQuery, span: Span): RawBuilder<number> {
  const { status, others } = filterConditions(list, query, 'dims');
  const sums = bucketsToAdd(span).map(
    ({ grain, first, end, sign }) => sql`
      ${sign}::integer * (select coalesce(sum(rows), 0) from ${sql.table(list.counts)} as dims
      where account_id = ${query.accountId} and grain = ${sql.lit(grain)}
        and bucket >= ${first}::timestamptz and bucket < ${end}::timestamptz
        and ${allOf([...status, ...others])})`,
  );
  return sql`(${sums.length === 0 ? sql`0` : sql.join(sums, sql` + `)})::bigint`;
}

/** The same for part of an hour. Its rows are counted per dimension key, each from the index. */
export async function countPartialHour(
  db: Kysely<Tables>,
  list: ListNames,
  query: PageQuery,
  { hour, ids }: PartialHour,
): Promise<Bucket[]> {
  const { status, others } = filterConditions(list, query, 'dims');
  const { rows } = await sql<Found>`
    select ${statusOf(query)} as status, sum(rows) as total_count,
      coalesce(sum(matching_count), 0)::bigint as matching_count
    from ${sql.table(list.counts)} as dims
    left join lateral (
      select count(*) as matching_count from ${sql.table(list.table)} as record
      where ${allOf([...listedConditions(list, query.accountId, ids), ...sameDimensionKey(list)])}
    ) as counted on ${allOf(others)}
    where account_id = ${query.accountId} and grain = 'hour' and bucket = ${hour}::timestamptz
      and rows > 0 and ${allOf(status)}
    group by 1`.execute(db);
  return rows.flatMap((found) => toBuckets(found, { grain: 'part of an hour', first: hour, ids }));
}

function toBuckets(found: Found, of: Pick<Bucket, 'grain' | 'first' | 'ids'>): Bucket[] {
  const { status, matching_count: matchingCount, total_count: totalCount } = found;
  return matchingCount > 0 ? [{ status, ...of, matchingCount, totalCount }] : [];
}

function statusOf({ sortBy }: PageQuery): RawBuilder<string> {
  return sortBy === 'status' ? sql`dims.status` : sql`''`;
}

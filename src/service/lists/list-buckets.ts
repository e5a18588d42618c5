import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { ListNames, PageQuery } from './list.ts';
import { allOf, filterConditions, listedConditions, sameKind } from './list-query.ts';
import { bucketIds, type BucketRange, type IdRange, type PartOfDay } from './list-range.ts';

/** What the counts say of a stretch of time and, where the list is sorted by it, of one status in it. */
export type Bucket = {
  /** Empty where the list is not sorted by it. */
  status: string;
  grain: 'month' | 'day' | 'part of a day';
  /** Its first day, `2026-01-31`. */
  first: string;
  ids: IdRange;
  /** How many rows meet all filters. Never 0. */
  listed: number;
  /** How many rows there are when of all filters only that of the status is looked at. */
  present: number;
};

type Found = Pick<Bucket, 'status' | 'listed' | 'present'>;

/** The buckets of these ranges that have rows meeting the filters, in no order. */
export async function readBuckets(
  db: Kysely<Tables>,
  list: ListNames,
  query: PageQuery,
  ranges: readonly BucketRange[],
): Promise<Bucket[]> {
  if (ranges.length === 0) return [];
  const { status, others } = filterConditions(list, query, 'kind');
  // One select for each, so that each reads one stretch of the counts' key.
  const selects = ranges.map(
    ({ grain, first, end }) => sql`
      select ${statusOf(query)} as status, ${sql.lit(grain)} as grain, bucket as first,
        coalesce(sum(rows) filter (where ${allOf(others)}), 0) as listed, sum(rows) as present
      from ${sql.table(list.counts)} as kind
      where account_id = ${query.accountId} and grain = ${sql.lit(grain)}
        and bucket >= ${first}::date and bucket < ${end}::date and ${allOf(status)}
      group by 1, bucket`,
  );
  const { rows } = await sql<Found & Pick<BucketRange, 'grain' | 'first'>>`
    ${sql.join(selects, sql` union all `)}`.execute(db);
  return rows
    .filter(({ listed }) => listed > 0)
    .map(({ status: of, grain, first, listed, present }) => {
      return { status: of, grain, first, ids: bucketIds(list.idPrefix, grain, first), listed, present };
    });
}

/** The same for a part of a day, whose rows are counted kind by kind, each from the index. */
export async function readPart(
  db: Kysely<Tables>,
  list: ListNames,
  query: PageQuery,
  { day, ids }: PartOfDay,
): Promise<Bucket[]> {
  const { status, others } = filterConditions(list, query, 'kind');
  const { rows } = await sql<Found>`
    select ${statusOf(query)} as status, sum(rows) as present, coalesce(sum(listed), 0)::bigint as listed
    from ${sql.table(list.counts)} as kind
    left join lateral (
      select count(*) as listed from ${sql.table(list.table)} as record
      where ${allOf([...listedConditions(list, query.accountId, ids), ...sameKind(list)])}
    ) as counted on ${allOf(others)}
    where account_id = ${query.accountId} and grain = 'day' and bucket = ${day}::date
      and rows > 0 and ${allOf(status)}
    group by 1`.execute(db);
  return rows
    .filter(({ listed }) => listed > 0)
    .map(({ status: of, listed, present }) => {
      return { status: of, grain: 'part of a day', first: day, ids, listed, present };
    });
}

function statusOf({ sortBy }: PageQuery): RawBuilder<string> {
  return sortBy === 'status' ? sql`kind.status` : sql`''`;
}

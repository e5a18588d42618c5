import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Instant } from '#domain/time.ts';
import type { ListNames, PageQuery } from './list.ts';
import { listBuckets, type Bucket } from './list-buckets.ts';
import { type BucketRange, endOfBucket, type Grain, roundDown } from './list-range.ts';
import { type CountedSlice, listRows, listRowsByDimensionKey, type RowSlice } from './list-rows.ts';

/** If at least this share of the rows match, skipping the others is cheaper than merging dimension keys. */
const mostOf = 1 / 4;

/** How a page is looked for: from month to day to hour. */
const steps: readonly [Grain, Grain][] = [
  ['month', 'day'],
  ['day', 'hour'],
];

/** The part of the page that lies within one status, or all of it: it starts `skip` rows into the first bucket. */
type PageSlice = { buckets: readonly Bucket[]; skip: number; take: number };

/**
 * Reads a page sorted by time, or by status and then time. The buckets tell in which month, then on which day and then in
 * which hour the offset falls, so that rows are skipped only within that hour.
 */
export async function seekPage<Row>(
  tx: Kysely<Tables>,
  list: ListNames,
  query: PageQuery,
  buckets: readonly Bucket[],
  fewRows: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  const statuses = [...new Set(buckets.map(({ status }) => status))].sort();
  if (query.sortDirection === 'desc') statuses.reverse();
  let skip = query.offset;
  for (const status of statuses) {
    const take = query.limit - rows.length;
    if (take === 0) break;
    const ofStatus = buckets.filter((bucket) => bucket.status === status);
    const matchingCount = total(ofStatus, 'matchingCount');
    if (skip < matchingCount) {
      const within = status === '' ? query : { ...query, filters: { ...query.filters, status } };
      const read: ReadBuckets = async (ranges) => await listBuckets(tx, list, within, ranges);
      const place = await findPlace(read, within, { buckets: ofStatus, skip, take }, fewRows);
      if (place !== undefined) rows.push(...(await listRowsAt<Row>(tx, list, within, place)));
    }
    skip = Math.max(0, skip - matchingCount);
  }
  return rows;
}

/**
 * Where a page is: the slice of rows to read, and on which side of which moment the rows before it are. `share` tells how
 * many of the slice's rows match, and so how to read it.
 */
export type Place = RowSlice & {
  share: 'most' | 'few';
  months: { first: Instant; last: Instant };
  /** The rows before the slice are those from this moment on, or, in ascending order, those before it. */
  edge: Instant;
};

/** Reads the buckets of these ranges. */
export type ReadBuckets = (ranges: readonly BucketRange[]) => Promise<readonly Bucket[]>;

/** Finds the page in the buckets; undefined if they have no row of it. */
export async function findPlace(
  readBuckets: ReadBuckets,
  query: PageQuery,
  wide: PageSlice,
  fewRows: number,
): Promise<Place | undefined> {
  let slice = trim({ ...wide, buckets: inOrder(wide.buckets, query) });
  for (const [grain, shorter] of steps) {
    if (needsShorter(slice, fewRows)) slice = await splitEnds(readBuckets, query, slice, grain, shorter);
  }
  const { buckets, skip, take } = slice;
  const months = buckets.map(({ first }) => roundDown('month', first)).sort();
  const lows = buckets.map(({ ids }) => ids.low).sort();
  const highs = buckets.map(({ ids }) => ids.high).sort();
  const [low, high, first, last] = [lows[0], highs.at(-1), months[0], months.at(-1)];
  const [nearest] = buckets;
  if (low === undefined || high === undefined || first === undefined || last === undefined) return undefined;
  if (nearest === undefined) return undefined;
  const totalCount = total(buckets, 'totalCount');
  const isMost = totalCount <= fewRows || total(buckets, 'matchingCount') >= totalCount * mostOf;
  return {
    ids: { low, high },
    skip,
    take,
    share: isMost ? 'most' : 'few',
    months: { first, last },
    edge: query.sortDirection === 'asc' ? nearest.first : endOf(nearest),
  };
}

/** The rows at a place that `findPlace` found. */
export async function listRowsAt<Row>(
  db: Kysely<Tables>,
  list: ListNames,
  query: PageQuery,
  { share, months, ...slice }: Pick<Place, 'share' | 'months'> & CountedSlice,
): Promise<Row[]> {
  return share === 'most'
    ? await listRows<Row>(db, list, query, slice)
    : await listRowsByDimensionKey<Row>(db, list, query, slice, months);
}

function needsShorter({ buckets, skip, take }: PageSlice, fewRows: number): boolean {
  const matchingCount = total(buckets, 'matchingCount');
  if (matchingCount <= fewRows) return false;
  const isUnfiltered = matchingCount === total(buckets, 'totalCount');
  return !isUnfiltered || skip + take > fewRows;
}

/** Splits the first and the last bucket if they are of this grain. Those between them are on the page as a whole. */
async function splitEnds(
  readBuckets: ReadBuckets,
  query: PageQuery,
  { buckets, skip, take }: PageSlice,
  grain: Grain,
  shorter: Grain,
): Promise<PageSlice> {
  const ends = new Set([buckets[0], buckets.at(-1)]);
  const long = buckets.filter((bucket) => bucket.grain === grain && ends.has(bucket));
  const ranges = long.map(({ first }) => ({ grain: shorter, first, end: endOfBucket(grain, first) }));
  const split = [...buckets.filter((bucket) => !long.includes(bucket)), ...(await readBuckets(ranges))];
  return trim({ buckets: inOrder(split, query), skip, take });
}

/** Drops the buckets before and after the page. */
function trim({ buckets, skip, take }: PageSlice): PageSlice {
  let before = 0;
  let skipped = 0;
  const trimmed: Bucket[] = [];
  for (const bucket of buckets) {
    if (before + bucket.matchingCount <= skip) skipped += bucket.matchingCount;
    else if (before < skip + take) trimmed.push(bucket);
    before += bucket.matchingCount;
  }
  return { buckets: trimmed, skip: skip - skipped, take };
}

function inOrder(buckets: readonly Bucket[], { sortDirection }: PageQuery): Bucket[] {
  const sign = sortDirection === 'asc' ? 1 : -1;
  return [...buckets].sort((a, b) => (a.ids.low < b.ids.low ? -sign : sign));
}

/**
 * The first moment after a bucket. Part of an hour has none, and needs none: pages of lists that begin or end within an
 * hour aren't looked up by their edge.
 */
function endOf({ grain, first }: Bucket): Instant {
  return grain === 'part of an hour' ? first : endOfBucket(grain, first);
}

function total(buckets: readonly Bucket[], what: 'matchingCount' | 'totalCount'): number {
  return buckets.reduce((sum, bucket) => sum + bucket[what], 0);
}

import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { ListNames, PageQuery } from './list.ts';
import { readBuckets, type Bucket } from './list-buckets.ts';
import { monthOf, nextMonth } from './list-range.ts';
import { readRows, readRowsOfKinds } from './list-rows.ts';

/** Where rows are most of what is there, passing over the others is cheaper than merging kinds. */
const mostOf = 1 / 4;

/** A part of the page that lies within one status, or all of it: `skip` rows into the first bucket. */
type Segment = { buckets: readonly Bucket[]; skip: number; take: number };

/**
 * Reads the rows of a page that is sorted by time, or by status and then time: the buckets, all there are, say
 * where the offset lies, first to the month and then to the day, and only in there rows are skipped.
 */
export async function walk<Row>(
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
    const listed = total(ofStatus, 'listed');
    if (skip < listed) {
      const within = status === '' ? query : { ...query, filters: { ...query.filters, status } };
      const segment = cut({ buckets: inOrder(ofStatus, query), skip, take });
      rows.push(...(await readSegment<Row>(tx, list, within, segment, fewRows)));
    }
    skip = Math.max(0, skip - listed);
  }
  return rows;
}

async function readSegment<Row>(
  tx: Kysely<Tables>,
  list: ListNames,
  query: PageQuery,
  wide: Segment,
  fewRows: number,
): Promise<Row[]> {
  const segment = needsDays(wide, fewRows) ? await splitEnds(tx, list, query, wide) : wide;
  const { buckets, skip, take } = segment;
  const months = buckets.map(({ first }) => monthOf(first)).sort();
  const lows = buckets.map(({ ids }) => ids.low).sort();
  const highs = buckets.map(({ ids }) => ids.high).sort();
  const [low, high, first, last] = [lows[0], highs.at(-1), months[0], months.at(-1)];
  if (low === undefined || high === undefined || first === undefined || last === undefined) return [];
  const stretch = { ids: { low, high }, skip, take };
  const present = total(buckets, 'present');
  return present <= fewRows || total(buckets, 'listed') >= present * mostOf
    ? await readRows<Row>(tx, list, query, stretch)
    : await readRowsOfKinds<Row>(tx, list, query, stretch, { first, last });
}

function needsDays({ buckets, skip, take }: Segment, fewRows: number): boolean {
  const listed = total(buckets, 'listed');
  if (listed <= fewRows) return false;
  const isUnfiltered = listed === total(buckets, 'present');
  return !isUnfiltered || skip + take > fewRows;
}

/** Only the first and the last month can have more rows than the page: those between are wholly on it. */
async function splitEnds(
  tx: Kysely<Tables>,
  list: ListNames,
  query: PageQuery,
  { buckets, skip, take }: Segment,
): Promise<Segment> {
  const ends = new Set([buckets[0], buckets.at(-1)]);
  const months = buckets.filter((bucket) => bucket.grain === 'month' && ends.has(bucket));
  const ranges = months.map(({ first }) => ({ grain: 'day' as const, first, end: nextMonth(first) }));
  const days = await readBuckets(tx, list, query, ranges);
  const split = [...buckets.filter((bucket) => !months.includes(bucket)), ...days];
  return cut({ buckets: inOrder(split, query), skip, take });
}

/** Leaves out the buckets before and behind the rows. */
function cut({ buckets, skip, take }: Segment): Segment {
  let before = 0;
  let skipped = 0;
  const kept: Bucket[] = [];
  for (const bucket of buckets) {
    if (before + bucket.listed <= skip) skipped += bucket.listed;
    else if (before < skip + take) kept.push(bucket);
    before += bucket.listed;
  }
  return { buckets: kept, skip: skip - skipped, take };
}

function inOrder(buckets: readonly Bucket[], { sortDirection }: PageQuery): Bucket[] {
  const sign = sortDirection === 'asc' ? 1 : -1;
  return [...buckets].sort((a, b) => (a.ids.low < b.ids.low ? -sign : sign));
}

function total(buckets: readonly Bucket[], what: 'listed' | 'present'): number {
  return buckets.reduce((sum, bucket) => sum + bucket[what], 0);
}

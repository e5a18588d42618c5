import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { knownBuckets } from './known-buckets.ts';
import type { ListNames, PageQuery } from './list.ts';
import { countOf } from './list-buckets.ts';
import { bucketsOf, rangeIds, type Span } from './list-range.ts';
import { listRows, listRowsByColumn } from './list-rows.ts';
import { findPlace, listRowsAt, type Place, type ReadBuckets } from './seek-page.ts';

type Page<Row> = { count: number; rows: Row[] };
type Found<Row> = Row & { found_count: number };

/** So many times the few rows are skipped at the beginning of a list as fast as they are counted. */
const firstRows = 4;

/** Returned instead of the count if the page begins before the place that the statement reads from. */
const wrongPlace = -1;

/**
 * Reads a page of whole hours and the count in one statement, so that they agree without a transaction. Counts that were
 * read earlier say where the page is likely to begin. They may be outdated, so the statement counts the rows before that
 * place again and skips the rest of the offset from there. If the page isn't there, they are read again. Undefined if it
 * isn't there then, or if the list is sorted by status.
 */
export async function listPageAtOnce<Row>(
  db: Kysely<Tables>,
  list: ListNames,
  query: PageQuery,
  span: Span,
  fewRows: number,
): Promise<Page<Row> | undefined> {
  const { sortBy, from, to, limit, offset } = query;
  if (sortBy === 'status') return undefined;
  const whole = { ids: rangeIds(list.idPrefix, from, to), skip: offset, take: limit };
  const counted = {
    totals: sql`select ${countOf(list, query, span)} as count`,
    count: sql<number>`(select count from totals)`,
  };
  if (sortBy !== 'created_at') {
    return pageOf(query, await listRowsByColumn<Found<Row>>(db, list, query, { ...whole, counted }));
  }
  const isUnfiltered = Object.values(query.filters).every((value) => value === undefined);
  if (isUnfiltered && offset + limit <= fewRows * firstRows) {
    return pageOf(query, await listRows<Found<Row>>(db, list, query, { ...whole, counted }));
  }
  const known = knownBuckets(db, list, query);
  const seek = async (readBuckets: ReadBuckets, areCurrent = false): Promise<Page<Row> | undefined> => {
    const buckets = await readBuckets(bucketsOf(span));
    const count = buckets.reduce((sum, { matchingCount }) => sum + matchingCount, 0);
    if (areCurrent && offset >= count) return { count, rows: [] };
    const place = await findPlace(readBuckets, query, { buckets, skip: offset, take: limit }, fewRows);
    return place && (await readAt<Row>(db, list, query, span, place));
  };
  return (await seek(known.recall)) ?? (await seek(known.read, true));
}

async function readAt<Row>(
  db: Kysely<Tables>,
  list: ListNames,
  query: PageQuery,
  span: Span,
  { edge, ...place }: Place,
): Promise<Page<Row> | undefined> {
  const before = query.sortDirection === 'asc' ? { ...span, end: edge } : { ...span, start: edge };
  const offset = sql`${query.offset}::bigint`;
  const counted = {
    totals: sql`
      select ${countOf(list, query, before)} as before, ${countOf(list, query, span)} as count`,
    count: sql<number>`
      (select case when before <= ${offset} then count else ${sql.lit(wrongPlace)} end from totals)`,
  };
  const skip: RawBuilder<number> = sql`(select greatest(${offset} - before, 0) from totals)`;
  return pageOf(query, await listRowsAt<Found<Row>>(db, list, query, { ...place, skip, counted }));
}

function pageOf<Row>({ limit, offset }: PageQuery, rows: Found<Row>[]): Page<Row> | undefined {
  const count = rows[0]?.found_count;
  if (count === undefined || count === wrongPlace) return undefined;
  // The rest of the page is after the place.
  if (rows.length < Math.min(limit, count - offset)) return undefined;
  return { count, rows };
}

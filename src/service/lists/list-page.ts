import type { Kysely } from 'kysely';
import { inTransaction } from '#database/transaction.ts';
import type { Tables } from '#database/tables.ts';
import type { List, ListedRow, ListQuery } from './list.ts';
import { countPartialHour, listBuckets } from './list-buckets.ts';
import { bucketsOf, rangeIds, timeSlicesOf } from './list-range.ts';
import { listFoundRows, listRowsByColumn } from './list-rows.ts';
import { listPageAtOnce } from './page-at-once.ts';
import { findRows } from './search-limit.ts';
import { seekPage } from './seek-page.ts';

/** This many rows are read faster than the counts that could skip them. */
const fewRowsByDefault = 500;

/**
 * A page of a list, and the number of rows on all pages. Both are consistent although rows keep arriving: they are read
 * in one statement, or in one repeatable-read transaction.
 */
export async function listPage<Row extends ListedRow, Dimension extends keyof Row & string>(
  db: Kysely<Tables>,
  list: List<Row, Dimension>,
  asked: ListQuery<Row, Dimension>,
  { fewRows = fewRowsByDefault } = {},
): Promise<{ count: number; rows: Row[] }> {
  const filters = Object.fromEntries(list.dimensions.map((name) => [name, asked.filters[name]]));
  const query = { ...asked, filters };
  const { from, to, sortBy, limit, offset } = query;
  const ids = rangeIds(list.idPrefix, from, to);
  const found = await findRows(db, query, async (on, where) => {
    const rows = await listFoundRows<Row>(on, list, { ...query, where }, ids);
    return rows.some(({ found_count: matching }) => matching > 0) ? rows : [];
  });
  if (found !== undefined) {
    return { count: found[0]?.found_count ?? 0, rows: found.filter((row) => row.found_id !== null) };
  }
  const { wholeHours, parts } = timeSlicesOf(list.idPrefix, from, to);
  if (parts.length === 0) {
    const page = await listPageAtOnce<Row>(db, list, query, wholeHours, fewRows);
    if (page !== undefined) return page;
  }
  return await inTransaction(
    db,
    async (tx) => {
      const buckets = await listBuckets(tx, list, query, bucketsOf(wholeHours));
      for (const part of parts) buckets.push(...(await countPartialHour(tx, list, query, part)));
      const count = buckets.reduce((sum, { matchingCount }) => sum + matchingCount, 0);
      if (offset >= count) return { count, rows: [] };
      const isSeekable = sortBy === 'created_at' || sortBy === 'status';
      const rows = isSeekable
        ? await seekPage<Row>(tx, list, query, buckets, fewRows)
        : await listRowsByColumn<Row>(tx, list, query, { ids, skip: offset, take: limit });
      return { count, rows };
    },
    { isolationLevel: 'repeatable read' },
  );
}

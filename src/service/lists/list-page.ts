import type { Kysely } from 'kysely';
import { inTransaction } from '#database/transaction.ts';
import type { Tables } from '#database/tables.ts';
import type { List, ListedRow, ListQuery } from './list.ts';
import { readBuckets, readPart } from './list-buckets.ts';
import { piecesOf, rangeIds } from './list-range.ts';
import { readFoundRows, readRowsByColumn } from './list-rows.ts';
import { walk } from './list-walk.ts';

/** So few rows are read faster than the counts of days that could spare them. */
const fewRowsByDefault = 2_000;

/**
 * One page of a list, and how many rows all its pages have. Both are of one moment, though rows arrive all the
 * time: they are read in one statement, or in one transaction that sees one state of the database.
 */
export async function readPage<Row extends ListedRow, Dimension extends keyof Row & string>(
  db: Kysely<Tables>,
  list: List<Row, Dimension>,
  asked: ListQuery<Row, Dimension>,
  { fewRows = fewRowsByDefault } = {},
): Promise<{ count: number; rows: Row[] }> {
  const filters = Object.fromEntries(list.dimensions.map((name) => [name, asked.filters[name]]));
  const query = { ...asked, filters };
  const { from, to, sortBy, offset } = query;
  const ids = rangeIds(list.idPrefix, from, to);
  if (query.only !== undefined) {
    const found = await readFoundRows<Row>(db, list, query, ids);
    return { count: found[0]?.found_count ?? 0, rows: found.filter((row) => row.found_id !== null) };
  }
  const { buckets: ranges, parts } = piecesOf(list.idPrefix, from, to);
  return await inTransaction(
    db,
    async (tx) => {
      const buckets = await readBuckets(tx, list, query, ranges);
      for (const part of parts) buckets.push(...(await readPart(tx, list, query, part)));
      const count = buckets.reduce((sum, { listed }) => sum + listed, 0);
      if (offset >= count) return { count, rows: [] };
      const isWalked = sortBy === 'created_at' || sortBy === 'status';
      const rows = isWalked
        ? await walk<Row>(tx, list, query, buckets, fewRows)
        : await readRowsByColumn<Row>(tx, list, query, ids);
      return { count, rows };
    },
    { isolationLevel: 'repeatable read' },
  );
}

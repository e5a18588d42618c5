import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { ListNames, PageQuery } from './list.ts';
import { type Bucket, listBuckets } from './list-buckets.ts';
import type { BucketRange } from './list-range.ts';
import type { ReadBuckets } from './seek-page.ts';

type Known = { buckets: readonly Bucket[]; at: number };

/** After so long, the share of rows that match may have changed, and with it the best way to read them. */
const LONGEST_MS = 60_000;
/** Each is the months of a list, the days of a month or the hours of a day, so that all of them take some ten megabytes. */
const MOST_KNOWN = 1_000;

const knownOf = new WeakMap<Kysely<Tables>, Map<string, Known>>();

/**
 * The buckets of a list as they were when they were last read. They tell where a page probably is, and never what is there
 * or how many rows there are: other processes write rows as well.
 */
export function knownBuckets(
  db: Kysely<Tables>,
  list: ListNames,
  query: PageQuery,
): { recall: ReadBuckets; read: ReadBuckets } {
  const all = knownOf.get(db) ?? new Map<string, Known>();
  knownOf.set(db, all);
  const nameOf = (range: BucketRange) => JSON.stringify([list.table, query.accountId, query.filters, range]);

  const read: ReadBuckets = async (ranges) => {
    const at = performance.now();
    const buckets = await listBuckets(db, list, query, ranges);
    for (const range of ranges) {
      const name = nameOf(range);
      // The oldest stands first.
      all.delete(name);
      all.set(name, { buckets: buckets.filter((bucket) => isWithin(bucket, range)), at });
      const [oldest] = all.keys();
      if (all.size > MOST_KNOWN && oldest !== undefined) all.delete(oldest);
    }
    return buckets;
  };
  const recall: ReadBuckets = async (ranges) => {
    const found: Bucket[] = [];
    const unknown: BucketRange[] = [];
    for (const range of ranges) {
      const known = all.get(nameOf(range));
      if (known !== undefined && performance.now() - known.at < LONGEST_MS) found.push(...known.buckets);
      else unknown.push(range);
    }
    return unknown.length === 0 ? found : [...found, ...(await read(unknown))];
  };
  return { recall, read };
}

function isWithin(bucket: Bucket, { grain, first, end }: BucketRange): boolean {
  return bucket.grain === grain && bucket.first >= first && bucket.first < end;
}

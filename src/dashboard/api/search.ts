import { contradictedBy } from '#contract/check-answer.ts';
import type { Operation } from '#contract/operation.ts';
import type { ReadList, ReadRow } from '#contract/read-answer.ts';
import { isSeenToFilter, noteFilter } from './provider-limits.ts';
import { formatInteger } from '#domain/format.ts';
import { labelOfParameter } from '#contract/list-parameter-names.ts';
import type { Lookup } from './lookup.ts';

/** The rows that were looked for, as far as they were found. */
export type Matches<T> = {
  rows: ReadRow<T>[];
  /** Why there may be others, as a sentence; null where these are proved to be all. */
  missing: string | null;
};

export type ListPage<T> = Pick<ReadList<T>, 'rows' | 'step' | 'otherRows' | 'stated' | 'ignored'>;

export type PageQuery = { limit: number; offset: number } & Readonly<Record<string, string | number>>;

/**
 * A list that is searched with a parameter that the interface doesn't document, so that a provider may not know it: a
 * response without the row is then no proof on its own.
 */
export type Search<T> = {
  operation: Operation;
  parameter: string;
  value: string;
  /** Parameters that are published, and so belong to every query. */
  fixed?: Readonly<Record<string, string>>;
  read: (query: PageQuery) => Promise<ListPage<T>>;
  idOf: (row: Partial<T>) => string | undefined;
  /** The field that holds values of the kind that is looked for. */
  field: keyof T & string;
  isWanted: (row: Partial<T>) => boolean;
  /** Our own service: the parameter does what the contract says. */
  isTrusted: boolean;
};

/** The most that the interface gives at once. */
const pageSize = 300;
/** Rows that are read to prove that none of them is the one; beyond that it stays unknown. */
const mostRows = 3 * pageSize;
/** Enough to find two rows that differ, and within the page limit of any provider. */
const sampleSize = 25;

/** Looks one row up. Throws what reading throws. */
export async function lookUp<T>(search: Search<T>): Promise<Lookup<ReadRow<T>>> {
  const first = await search.read(queryOf(search, search.value, sampleSize));
  const row = first.rows.find(({ value }) => search.isWanted(value));
  if (row !== undefined) return { state: 'found', value: row };
  const { rows, missing } = await complete(search, gather(search, [first]));
  const [found] = rows;
  if (found !== undefined) return { state: 'found', value: found };
  return missing === null ? { state: 'absent' } : { state: 'unknown', reason: missing };
}

/** All rows that are wanted, and whether these are proved to be all. Throws what reading throws. */
export async function findMatches<T>(search: Search<T>): Promise<Matches<T>> {
  return await complete(search, await fetchPages(search, search.value));
}

function queryOf<T>(
  { parameter, fixed }: Search<T>,
  value: string | undefined,
  limit: number,
  offset = 0,
): PageQuery {
  return { ...fixed, ...(value !== undefined && { [parameter]: value }), limit, offset };
}

type Gathered<T> = {
  rows: ReadRow<T>[];
  stated: number | null;
  isFiltered: boolean;
  /** Every row that there is was read, each once. */
  isWhole: boolean;
};

/** `asked`: the response to the request with the parameter. */
async function complete<T>(search: Search<T>, asked: Gathered<T>): Promise<Matches<T>> {
  const wantedOf = (rows: ReadRow<T>[]) => rows.filter(({ value }) => search.isWanted(value));
  const rows = wantedOf(asked.rows);
  const isProved = asked.isFiltered && asked.isWhole && (search.isTrusted || (await isSeenToWork(search)));
  if (isProved) return { rows, missing: null };
  if (asked.isFiltered && search.isTrusted) return { rows, missing: reasonOf(search, asked.stated) };
  const all = await fetchPages(search, undefined);
  const wanted = wantedOf(all.rows);
  if (all.isWhole) return { rows: wanted, missing: null };
  return { rows: wanted.length > rows.length ? wanted : rows, missing: reasonOf(search, all.stated) };
}

type Searched = { parameter: string; isTrusted: boolean };

function reasonOf({ parameter, isTrusted }: Searched, stated: number | null): string {
  const length =
    stated === null
      ? 'it doesn’t report how many rows its list has'
      : stated > mostRows
        ? `its list is too long to read in full (${formatInteger(stated)} rows)`
        : 'its list couldn’t be read in full';
  if (isTrusted) return `Not all rows could be searched: ${length.replace('its list', 'the list')}.`;
  const label = labelOfParameter(parameter) ?? parameter;
  return `This provider may not filter by “${label}”, and ${length}.`;
}

/** Reads pages as they come, by the rows received, until the list ends, repeats itself, or is too long. */
async function fetchPages<T>(search: Search<T>, value: string | undefined): Promise<Gathered<T>> {
  const ids = new Set<string>();
  const pages: ListPage<T>[] = [];
  let received = 0;
  for (;;) {
    const page = await search.read(queryOf(search, value, pageSize, received));
    pages.push(page);
    const before = ids.size;
    for (const row of page.rows) ids.add(search.idOf(row.value) ?? '');
    received += page.step;
    const isLast = ids.size === before || (page.stated !== null && received >= page.stated);
    const isTooLong = received >= mostRows || (page.stated ?? 0) > mostRows;
    const isIgnored = value !== undefined && page.ignored.includes(search.parameter);
    if (isLast || isTooLong || isIgnored) return gather(search, pages);
  }
}

function gather<T>(search: Search<T>, pages: readonly ListPage<T>[]): Gathered<T> {
  const every = pages.flatMap((page) => page.rows);
  const rows = [...new Map(every.map((row, index) => [search.idOf(row.value) ?? index, row])).values()];
  const stated = pages.at(-1)?.stated ?? null;
  // A first page without rows has nothing behind it, whatever it says about their number.
  const others = pages.reduce((sum, page) => sum + page.otherRows, 0);
  const isEnd = rows.length === 0 || rows.length === stated || rows.length + others === stated;
  const isSteady = pages.every((page) => page.stated === stated && !page.ignored.includes('offset'));
  return {
    rows,
    stated,
    isFiltered: !pages.some((page) => page.ignored.includes(search.parameter)),
    isWhole: isEnd && isSteady,
  };
}

/**
 * Whether the provider has been seen to filter: asked for a value that one of its newest rows has and another has not,
 * it gives the one and leaves the other out.
 */
async function isSeenToWork<T>(search: Search<T>): Promise<boolean> {
  const { operation, parameter, field } = search;
  if (isSeenToFilter(operation, parameter, field)) return true;
  const { rows } = await search.read(queryOf(search, undefined, sampleSize));
  for (const { value: row } of rows) {
    const { [field]: sample } = row;
    const id = search.idOf(row);
    if (typeof sample !== 'string' || sample.trim() === '' || id === undefined) continue;
    const lacks = ({ value }: ReadRow<T>) =>
      contradictedBy(
        operation,
        { [parameter]: sample },
        { value: value as Readonly<Record<string, unknown>> },
      ).length > 0;
    if (!rows.some(lacks)) continue;
    const answer = await search.read(queryOf(search, sample, sampleSize));
    const isRight =
      !answer.ignored.includes(parameter) &&
      !answer.rows.some(lacks) &&
      answer.rows.some(({ value }) => search.idOf(value) === id);
    if (isRight) noteFilter(operation, parameter, field);
    return isRight;
  }
  return false;
}

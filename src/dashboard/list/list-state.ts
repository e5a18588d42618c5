import type * as z from 'zod/mini';
import { earlier, parseListQuery, parseUntil, timeParameters, upTo } from '#contract/list-address.ts';
import { type Instant, instantFromDate } from '#domain/time.ts';
import type { ListSchema } from '#dashboard/api/list-source.ts';
import { type RangeName, rangeNames, resolveRange } from '#dashboard/lib/date-range.ts';
import { filtersIn } from '#dashboard/lib/list-state.ts';

/** The start and end of the time range that a query covers, both included. */
type Period = { from?: Instant | undefined; to?: Instant | undefined };

/** Whether the list has a time: it can be limited to a range and pinned to a moment. */
export function hasPeriod(schema: ListSchema): boolean {
  return timeParameters(schema) !== undefined;
}

export function periodOf<S extends ListSchema>(schema: S, query: z.output<S>): Period {
  const time = timeParameters(schema);
  if (time === undefined) return {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of every list that has them, by its contract
  const given = query as Partial<Record<string, Instant>>;
  return { from: given[time.from], to: given[time.to] };
}

/** What changes a query or an address to another period. */
export function periodChange<Moment extends string>(
  schema: ListSchema,
  { from, to }: { from: Moment | undefined; to: Moment | undefined },
): Record<string, Moment | undefined> {
  const time = timeParameters(schema);
  return time === undefined ? {} : { [time.from]: from, [time.to]: to };
}

/** Which rows a page of a list shows, as its address says it. */
export type ListState<S extends ListSchema> = {
  /** The query to the service, without what `range` and `until` add. */
  query: z.output<S>;
  /** A range that moves with time; takes the place of the query's own ends. */
  range: RangeName | undefined;
  /** Newer rows are left out, so that pages do not shift while rows arrive. */
  until: Instant | undefined;
};

export function parseListState<S extends ListSchema>(schema: S, search: URLSearchParams): ListState<S> {
  const query = parseListQuery(schema, search);
  if (!hasPeriod(schema)) return { query, range: undefined, until: undefined };
  const range = rangeNames.find((name) => name === search.get('range'));
  return { query, range, until: parseUntil(search) };
}

/** What the service is asked for an address without a relative range: nothing newer than the pin. */
function pinnedQuery<S extends ListSchema>(schema: S, { query, until }: ListState<S>): z.output<S> {
  const time = timeParameters(schema);
  return time === undefined ? query : upTo(query, time.to, until);
}

/** The names of the filters that the address sets. */
export function activeFilters(schema: ListSchema, search: URLSearchParams): string[] {
  const range = hasPeriod(schema) ? (search.get('range') ?? '') : '';
  return [...filtersIn(schema, search), ...(range === '' ? [] : ['range'])];
}

/**
 * The query that a URL means at a moment, in milliseconds. A relative range counts from the moment that the list is
 * pinned at, so that every page, and anyone with the link, sees the same rows.
 */
export function resolveQuery<S extends ListSchema>(
  schema: S,
  state: ListState<S>,
  now: number,
  iana: string,
): z.output<S> {
  const { query, range, until } = state;
  if (range === undefined) return pinnedQuery(schema, state);
  const { from, to } = resolveRange(range, until ?? instantFromDate(new Date(now)), iana);
  return { ...query, ...periodChange(schema, { from, to: earlier(to, until) }) };
}

/** For links that open a list with fresh rows and its last layout, even if it is already open. */
export const openAnew = { opensAnew: true } as const;

/** Whether a navigation with this state reopens its list. */
export function opensAnew(state: unknown): boolean {
  return state !== null && typeof state === 'object' && 'opensAnew' in state;
}

import { keepPreviousData, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { ReadList, ReadRow } from '#contract/read-answer.ts';
import { type Instant, instantFromDate, parseTimestamp } from '#domain/time.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import type { ReadId } from '#dashboard/api/stale.ts';
import { requestedAt } from '#dashboard/api/client.ts';
import { justAfter } from '#dashboard/lib/period-text.ts';
import { byServerClock, serverNow } from '#dashboard/lib/server-time.ts';
import { countedRows, isUnfiltered } from '#dashboard/lib/unproved.ts';
import type { ListSchema, ListSource } from '#dashboard/api/list-source.ts';
import { type ListState, periodChange, periodOf, resolveQuery } from './list-state.ts';

export type ListRows<T> = ReadList<T> & {
  /** Data as of this belongs to it or to the pages around it; undefined in a list that isn't pinned. */
  pin: Instant | undefined;
  /** What the provider didn't do, and whether the console did it, in sentences. */
  notices: readonly string[];
};

const none: never[] = [];

/** The rows that are shown of a page: none before it is there, nor where the provider ignores filters. */
export function shownRows<T>(page: ReadList<T> | undefined): ReadRow<T>[] {
  return page === undefined || isUnfiltered(page) ? none : page.rows;
}

function pageKey<S extends ListSchema, T>(
  { operation }: ListSource<S, T>,
  state: ListState<S>,
  iana: string,
): QueryKey {
  return keyOf(operation, { page: state, zone: zoneOf(state, iana) });
}

/** The beginning of the keys of a list's pages, whatever they show. */
export function pagesKey({ operation }: { operation: { id: ReadId } }): QueryKey {
  return keyOf(operation, { page: {} });
}

/** One page, pinned to the moment that its address says, or to the moment at which it is read. */
export function listRows<S extends ListSchema, T>(
  queryClient: QueryClient,
  source: ListSource<S, T>,
  state: ListState<S>,
  iana: string,
) {
  const queryKey = pageKey(source, state, iana);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<ListRows<T>> => {
      const begunAt = Date.now();
      const read = await fetchPinned(source, state, { iana, signal });
      const page = { ...read, notices: await noticesOf(read, source.operation.id) };
      if (source.createdAt === undefined) return { ...page, pin: undefined };
      // The page itself may have requested it, before this was there to do it.
      const askedAt = byServerClock(requestedAt(read) ?? begunAt);
      const pin = state.until ?? pinOf(source, page.rows, askedAt);
      const pinned = { ...page, pin };
      // From now on the list is fetched by its pin, and has this page already.
      queryClient.setQueryData(pageKey(source, { ...state, until: pin }, iana), pinned);
      return pinned;
    },
    placeholderData: keepPreviousData,
  });
}

/**
 * Reads rows up to the pin. If the provider ignores it, and the user set no end, the list just isn't pinned: its rows
 * and their number are still those of the list.
 */
async function fetchPinned<S extends ListSchema, T>(
  source: ListSource<S, T>,
  state: ListState<S>,
  { iana, signal }: { iana: string; signal: AbortSignal },
): Promise<ReadList<T>> {
  const list = await source.read(resolveQuery(source.schema, state, serverNow(), iana), signal);
  const hasOwnEnd = periodOf(source.schema, state.query).to !== undefined || state.range !== undefined;
  if (hasOwnEnd || !list.ignored.includes('created_to')) return list;
  const unpinned = { ...list, ignored: list.ignored.filter((name) => name !== 'created_to') };
  return { ...unpinned, count: isUnfiltered(unpinned) ? null : list.stated };
}

/** What is said above the rows. Its wording loads for a provider of which there is something to say. */
async function noticesOf(list: ReadList<unknown>, operationId: string): Promise<string[]> {
  if (list.wholeList === undefined && list.ignored.length === 0 && list.otherRows === 0) return [];
  const { listNotices } = await import('#dashboard/lib/unproved-text.ts');
  return listNotices(list, operationId);
}

/** The zone, where the rows depend on it: days begin at other moments elsewhere. */
function zoneOf({ range }: { range: unknown }, iana: string): string | undefined {
  return range === undefined ? undefined : iana;
}

/** The moment of reading, by the server's clock, or of the newest row if that one is ahead. */
function pinOf<S extends ListSchema, T>(
  source: ListSource<S, T>,
  rows: readonly ReadRow<T>[],
  readAt: number,
): Instant {
  let pin = instantFromDate(new Date(readAt));
  for (const row of rows) {
    const instant = parseTimestamp(source.createdAt?.(row) ?? '')?.instant;
    if (instant !== undefined && instant > pin) pin = instant;
  }
  return pin;
}

/** How many rows match the address with some of its filters changed; null where the provider can't tell. */
export function countRows<S extends ListSchema, T>(
  source: ListSource<S, T>,
  state: ListState<S>,
  filters: Readonly<Record<string, string | undefined>>,
  iana: string,
) {
  const query = { ...state.query, ...filters, limit: countedRows, offset: 0 };
  const asked = { ...state, query };
  return queryOptions({
    queryKey: keyOf(source.operation, { count: asked, zone: zoneOf(asked, iana) }),
    queryFn: async ({ signal }): Promise<number | null> =>
      (await fetchPinned(source, asked, { iana, signal })).count,
    placeholderData: keepPreviousData,
  });
}

/** How many rows match that are newer than the pin; null where the provider can't tell. */
export function newerRows<S extends ListSchema, T>(
  source: ListSource<S, T>,
  state: ListState<S>,
  pin: Instant,
  iana: string,
) {
  return queryOptions({
    queryKey: keyOf(source.operation, {
      newer: { query: { ...state.query, limit: 1, offset: 0 }, range: state.range, than: pin },
      zone: zoneOf(state, iana),
    }),
    queryFn: async ({ signal }): Promise<number | null> => {
      const query = resolveQuery(source.schema, { ...state, until: undefined }, serverNow(), iana);
      const from = justAfter(pin);
      const { to } = periodOf(source.schema, query);
      if (to !== undefined && to < from) return 0;
      const period = periodChange(source.schema, { from, to });
      const { count } = await source.read({ ...query, ...period, limit: countedRows, offset: 0 }, signal);
      return count;
    },
  });
}

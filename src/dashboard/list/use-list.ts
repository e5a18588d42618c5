import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Instant } from '#domain/time.ts';
import type { ReadRow } from '#contract/read-answer.ts';
import type { ListSchema, ListSource } from '#dashboard/api/list-source.ts';
import { changeListQuery, type PageState } from '#dashboard/lib/list-state.ts';
import { useChangeAddress } from '#dashboard/lib/use-change-address.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { activeFilters, opensAnew, parseListState } from './list-state.ts';
import { listRows, newerRows } from './list-rows.queries.ts';
import { liveEveryMs, useIsLive } from './live-setting.ts';

type Change = Record<string, string | number | undefined>;

/**
 * A list as its address says, pinned to the moment at which it was opened: pages do not shift while rows
 * arrive, and what is new is counted and shown when asked for.
 */
export function useList<S extends ListSchema, T>(source: ListSource<S, T>) {
  const queryClient = useQueryClient();
  const changeAddress = useChangeAddress();
  const [search] = useSearchParams();
  const { iana } = useTimeZone();
  const isLive = useIsLive();
  const state = parseListState(source.schema, search);
  const { limit, offset } = state.query;
  const filters = activeFilters(source.schema, search);

  const { pin, keepPin } = usePin(
    state.until,
    filters.map((name) => `${name}=${search.get(name)}`).join('&'),
  );
  const pinned = { ...state, until: pin };
  const result = useQuery({
    ...listRows(queryClient, source, pinned, iana),
    refetchInterval: isLive ? liveEveryMs : false,
  });
  const readPin = result.isPlaceholderData ? undefined : result.data?.pin;
  if (readPin !== undefined && pin === undefined) keepPin(readPin);

  const newer = useQuery({
    ...newerRows(source, state, pin ?? neverAsked, iana),
    // None is newer than a list that has just been read. That of a link is of some time ago.
    ...(state.until === undefined && { initialData: 0, staleTime: liveEveryMs }),
    enabled: pin !== undefined,
    refetchInterval: isLive ? liveEveryMs : false,
  });
  const pageKey = JSON.stringify([pinned, iana]);
  const isPinned = source.createdAt !== undefined;
  const steady = useSteadyRows(result, pageKey, source.rowId, isPinned);

  // Where there are no rows none can move: the first ones show at once, unless the address says until when.
  const isEmpty = steady.data?.rows.length === 0 && state.until === undefined;
  if (isEmpty && pin !== undefined && (newer.data ?? 0) > 0) keepPin(undefined);

  const count = result.isPlaceholderData ? undefined : result.data?.count;
  useEffect(() => {
    if (count === undefined || (isPinned && pin === undefined)) return;
    // Asked for without a pin the list would be the newest one: not what is kept from some time ago.
    if (isPinned) {
      queryClient.removeQueries({
        ...listRows(queryClient, source, { ...pinned, until: undefined }, iana),
        exact: true,
      });
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for all that the page depends on
  }, [pageKey, count]);

  const linkTo = (change: Change) => ({ search: changeListQuery(search, change) });
  const page: PageState = {
    limit,
    offset,
    // Another page, or another page size: the moment stays.
    linkTo: (change) => linkTo({ until: pin, ...change }),
    prefetch: (start) => {
      const query = { ...pinned.query, offset: start };
      if (mayPrefetch()) {
        void queryClient.prefetchQuery(listRows(queryClient, source, { ...pinned, query }, iana));
      }
    },
    unfiltered: linkTo({ ...Object.fromEntries(filters.map((name) => [name, undefined])), until: undefined }),
  };
  const change = (changed: Change) =>
    void changeAddress(linkTo({ until: undefined, ...changed }), { replace: true });
  return {
    state: pinned,
    search,
    result: {
      ...result,
      data: steady.data,
      ...(steady.pageKey !== undefined && { pageKey: steady.pageKey }),
    },
    page,
    /** Whether the rows match the URL, rather than still being the previous ones. */
    isRead: result.data !== undefined && !result.isPlaceholderData,
    isFiltered: filters.length > 0,
    linkTo,
    /** The same rows in another order. */
    sortLink: (by: string, direction: 'asc' | 'desc') =>
      linkTo({ sort_by: by, sort_direction: direction, until: pin }),
    /** Other rows: filters, typed or chosen, must not fill the browser’s history. */
    change,
    fresh: {
      /** Null where the provider can't count them. */
      newer: newer.data === null ? null : (newer.data ?? 0),
      isLive,
      readAt: result.dataUpdatedAt,
      isReading: result.isFetching,
      /** Rows that came or went because their status changed. */
      hasMoved: steady.hasMoved,
      /** Shows the rows as they are now, where they have moved. */
      acceptMoved: steady.accept,
      refresh: async () => {
        void newer.refetch();
        await result.refetch();
        // A user who asks for a refresh expects rows to move.
        steady.accept();
      },
      /** The list as it is now, from its first page. */
      showNewest: () => {
        steady.accept();
        keepPin(undefined);
        change({});
      },
    },
  };
}

export type OpenList<S extends ListSchema> = Omit<ReturnType<typeof useList<S, unknown>>, 'result'>;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of that form; the query that has it is not enabled
const neverAsked = '0001-01-01T00:00:00.000000Z' as Instant;

/** The pin of the rows that the filters choose: the address's own, else the one since the list was opened. */
function usePin(inAddress: Instant | undefined, filters: string) {
  const { state, key } = useLocation();
  // The navigation reopens a list, even if it is on screen already.
  const isOpenedAnew = opensAnew(state);
  const opening = isOpenedAnew ? key : '';
  const [kept, setKept] = useState({ filters, opening, pin: inAddress });
  const isKept = kept.filters === filters && (!isOpenedAnew || kept.opening === opening);
  const pin = inAddress ?? (isKept ? kept.pin : undefined);
  return {
    pin,
    keepPin: (next: Instant | undefined) => {
      if (!isKept || kept.pin !== next) setKept({ filters, opening, pin: next });
    },
  };
}

type Page<T> = { rows: ReadRow<T>[] };

/**
 * Keeps rows where they are: fetched changes show in place, but rows that would appear, disappear or move wait until
 * the user accepts it, so that nothing moves under a pointer.
 */
function useSteadyRows<T, P extends Page<T>>(
  { data, isPlaceholderData }: { data: P | undefined; isPlaceholderData: boolean },
  /** Another one is another page, which replaces whatever is shown. */
  pageKey: string,
  rowId: (row: ReadRow<T>) => string | undefined,
  /** Otherwise rows are shown as they are read. */
  isSteady: boolean,
) {
  const [shown, setShown] = useState<{ pageKey: string; data: P } | undefined>();
  const ids = (page: P) => page.rows.map(rowId).join('\n');
  const isRead = data !== undefined && !isPlaceholderData;
  const isOther = shown?.pageKey !== pageKey;
  const hasRows = !isOther && shown.data.rows.length > 0;
  const hasMoved = isSteady && isRead && hasRows && shown.data !== data && ids(shown.data) !== ids(data);
  if (isRead && !hasMoved && (isOther || shown.data !== data)) setShown({ pageKey, data });
  return {
    data: hasMoved ? shown.data : data,
    /** The page whose rows these are: while another one is on its way, still the one before it. */
    pageKey: isRead ? pageKey : shown?.pageKey,
    /** Whether what was read last has other rows, or in another order, than what is shown. */
    hasMoved,
    accept: () => setShown(undefined),
  };
}

/** What browsers that know it tell of the connection: https://wicg.github.io/netinfo/ */
type Connection = { saveData?: boolean; effectiveType?: string };

/**
 * Whether to prefetch what the user is about to open, such as a page whose link is hovered: not on metered or slow
 * connections.
 */
function mayPrefetch(): boolean {
  const { saveData = false, effectiveType = '4g' } =
    'connection' in navigator ? (navigator.connection as Connection) : {};
  return !saveData && effectiveType === '4g';
}

import type { QueryClient } from '@tanstack/react-query';
import type { ListSchema, ListSource } from '#dashboard/api/list-source.ts';
import { timeZone } from '#dashboard/lib/time-zone.ts';
import { parseListState } from './list-state.ts';
import { listRows } from './list-rows.queries.ts';

/** For a route's loader. It isn't awaited: the rows load while the page's code does. */
export function prefetchList<S extends ListSchema, T>(
  queryClient: QueryClient,
  source: ListSource<S, T>,
  url: string,
): void {
  const state = parseListState(source.schema, new URL(url).searchParams);
  void queryClient.prefetchQuery(listRows(queryClient, source, state, timeZone().iana));
}

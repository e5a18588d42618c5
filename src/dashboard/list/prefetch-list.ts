import type { QueryClient } from '@tanstack/react-query';
import type { ListSchema, ListSource } from '#dashboard/api/list-source.ts';
import { timeZone } from '#dashboard/lib/time-zone.ts';
import { parseListState } from './list-state.ts';
import { listRows } from './list-rows.queries.ts';

/** For a route's loader. Nobody waits for it: the rows are on their way while the page's code is. */
export function prefetchList<S extends ListSchema, T>(
  queryClient: QueryClient,
  source: ListSource<S, T>,
  url: string,
): void {
  const state = parseListState(source.schema, new URL(url).searchParams);
  void queryClient.prefetchQuery(listRows(queryClient, source, state, timeZone().iana));
}

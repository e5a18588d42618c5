import type { QueryClient } from '@tanstack/react-query';
import type { History, HistorySchema } from '#dashboard/api/history.ts';
import { timeZone } from '#dashboard/lib/time-zone.ts';
import { readHistoryAddress } from './history-address.ts';
import { historyPage } from './history.queries.ts';

/** For a route's loader. Nobody waits for it: the rows are on their way while the page's code is. */
export function prefetchHistory<S extends HistorySchema, T>(
  queryClient: QueryClient,
  history: History<S, T>,
  url: string,
): void {
  const address = readHistoryAddress(history.schema, new URL(url).searchParams);
  void queryClient.prefetchQuery(historyPage(queryClient, history, address, timeZone().iana));
}

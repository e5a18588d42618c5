import type { QueryClient } from '@tanstack/react-query';
import { isPermitted } from '#contract/gateway/sessions.ts';
import type { Permission } from '#contract/permissions.ts';
import { timeZone } from '../lib/time-zone.ts';
import { sessionQueries } from '../features/session/session.queries.ts';
import { type HistorySchema, readHistoryAddress } from './history-address.ts';
import { type History, historyPage } from './history.queries.ts';

/** For a route's loader. Nobody waits for it: the rows are on their way while the page's code is. */
export function prefetchHistory<S extends HistorySchema, T>(
  queryClient: QueryClient,
  history: History<S, T>,
  permission: Permission,
  url: string,
): null {
  // Before the session is known, too.
  const session = queryClient.getQueryData(sessionQueries.current().queryKey);
  if (session === undefined || isPermitted(session, permission)) {
    const address = readHistoryAddress(history.schema, new URL(url).searchParams);
    void queryClient.prefetchQuery(historyPage(queryClient, history, address, timeZone().iana));
  }
  return null;
}

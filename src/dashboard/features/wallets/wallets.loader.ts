import type { QueryClient } from '@tanstack/react-query';
import { isPermitted } from '#contract/gateway/sessions.ts';
import { readListQuery } from '../../lib/list-state.ts';
import { sessionQueries } from '../session/session.queries.ts';
import { walletListQuery } from './wallet-list-query.ts';
import { walletQueries } from './wallets.queries.ts';

/** Asks for the rows of an address. Nobody waits for it: they are on their way while the page is made. */
export function loadWallets(queryClient: QueryClient, url: string): null {
  // Before the session is known, too.
  const session = queryClient.getQueryData(sessionQueries.current().queryKey);
  if (session === undefined || isPermitted(session, 'wallets:read')) {
    const query = readListQuery(walletListQuery, new URL(url).searchParams);
    void queryClient.prefetchQuery(walletQueries.list(query));
  }
  return null;
}

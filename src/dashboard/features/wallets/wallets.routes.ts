import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { isPermitted } from '#contract/gateway/sessions.ts';
import { readListQuery } from '../../lib/list-state.ts';
import { sessionQueries } from '../session/session.queries.ts';
import { walletCode } from './wallet-code.ts';
import { walletListQuery } from './wallet-list-query.ts';
import { walletQueries } from './wallets.queries.ts';

export function walletsRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      path: 'wallets',
      loader({ request }) {
        // Not awaited: the rows are on their way while the page's code is. Before the session is known, too.
        const session = queryClient.getQueryData(sessionQueries.current().queryKey);
        if (session === undefined || isPermitted(session, 'wallets:read')) {
          const query = readListQuery(walletListQuery, new URL(request.url).searchParams);
          void queryClient.prefetchQuery(walletQueries.list(query));
        }
        return null;
      },
      lazy: { Component: async () => (await import('./wallets-page.tsx')).WalletsPage },
      children: [
        { path: 'new', lazy: { Component: async () => (await walletCode.create()).CreateWallet } },
        {
          path: ':address',
          lazy: { Component: async () => (await walletCode.drawer()).WalletDrawer },
          children: [
            { path: 'rename', lazy: { Component: async () => (await walletCode.rename()).RenameWallet } },
            { path: 'status', lazy: { Component: async () => (await walletCode.status()).SetWalletStatus } },
            { path: 'delete', lazy: { Component: async () => (await walletCode.remove()).DeleteWallet } },
          ],
        },
      ],
    },
  ];
}

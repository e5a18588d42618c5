import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { isPermitted } from '#contract/gateway/sessions.ts';
import { readListQuery } from '../../lib/list-state.ts';
import { sessionQueries } from '../session/session.queries.ts';
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
        {
          path: 'new',
          lazy: { Component: async () => (await import('../wallet-changes/create-wallet.tsx')).CreateWallet },
        },
        {
          path: ':address',
          lazy: { Component: async () => (await import('../wallet-details/wallet-drawer.tsx')).WalletDrawer },
          children: [
            {
              path: 'rename',
              lazy: {
                Component: async () => (await import('../wallet-changes/rename-wallet.tsx')).RenameWallet,
              },
            },
            {
              path: 'status',
              lazy: {
                Component: async () =>
                  (await import('../wallet-changes/set-wallet-status.tsx')).SetWalletStatus,
              },
            },
            {
              path: 'delete',
              lazy: {
                Component: async () => (await import('../wallet-changes/delete-wallet.tsx')).DeleteWallet,
              },
            },
          ],
        },
      ],
    },
  ];
}

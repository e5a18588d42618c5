import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { walletCode } from './wallet-code.ts';

export function walletsRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      path: 'wallets',
      lazy: {
        loader: async () => {
          const { loadWallets } = await import('./wallets.loader.ts');
          return ({ request }) => loadWallets(queryClient, request.url);
        },
        Component: async () => (await import('./wallets-page.tsx')).WalletsPage,
      },
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

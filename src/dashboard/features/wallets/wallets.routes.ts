import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';

// Apart, since the first page of all loads this file with the names of everything that it leads to.
const code = async () => (await import('./wallet-code.ts')).walletCode;

export function walletsRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      path: 'wallets',
      lazy: async () => {
        const { Component, loader } = await import('./wallets-page.tsx');
        return { Component, loader: ({ request }) => loader(queryClient, request.url) };
      },
      children: [
        { path: 'new', lazy: { Component: async () => (await code()).create() } },
        {
          path: ':address',
          lazy: { Component: async () => (await code()).drawer() },
          children: [
            { path: 'rename', lazy: { Component: async () => (await code()).rename() } },
            {
              path: 'status',
              lazy: { Component: async () => (await code()).status() },
            },
            { path: 'delete', lazy: { Component: async () => (await code()).remove() } },
          ],
        },
      ],
    },
  ];
}

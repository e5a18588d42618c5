import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';

const code = () => import('./withdrawal-code.ts');

export function withdrawalsRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      path: 'withdrawals/new',
      lazy: { Component: async () => (await code()).loadForm() },
    },
    {
      path: 'withdrawals/import',
      lazy: { Component: async () => (await code()).loadImport() },
    },
    {
      path: 'withdrawals/unconfirmed',
      lazy: { Component: async () => (await code()).loadUnconfirmed() },
    },
    {
      path: 'withdrawals',
      // For the first rows only: afterwards the page itself asks for what its address says.
      shouldRevalidate: () => false,
      lazy: async () => {
        const { Component, loader } = await import('./withdrawals-page.tsx');
        return { Component, loader: ({ request }) => loader(queryClient, request.url) };
      },
      children: [
        {
          path: ':id',
          lazy: { Component: async () => (await code()).loadDrawer() },
          children: [
            {
              path: 'delete',
              lazy: { Component: async () => (await code()).loadDelete() },
            },
          ],
        },
      ],
    },
  ];
}

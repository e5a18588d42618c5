import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';

export function transactionsRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      path: 'transactions',
      // For the first rows only: afterwards the page itself asks for what its address says.
      shouldRevalidate: () => false,
      lazy: async () => {
        const { Component, loader } = await import('./transactions-page.tsx');
        return { Component, loader: ({ request }) => loader(queryClient, request.url) };
      },
      children: [
        {
          path: ':id',
          lazy: { Component: async () => (await import('./transaction-drawer.tsx')).TransactionDrawer },
        },
      ],
    },
  ];
}

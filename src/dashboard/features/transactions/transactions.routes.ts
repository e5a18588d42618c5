import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';

export function transactionsRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      path: 'transactions',
      // For the first rows only: afterwards the page itself asks for what its address says.
      shouldRevalidate: () => false,
      lazy: {
        loader: async () => {
          const { loadTransactions } = await import('./transactions.loader.ts');
          return ({ request }) => loadTransactions(queryClient, request.url);
        },
        Component: async () => (await import('./transactions-page.tsx')).TransactionsPage,
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

import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { prefetchHistory } from '../lists/prefetch-history.ts';
import { transactions } from './transactions.history.ts';

export function transactionsRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      path: 'transactions',
      loader: ({ request }) => prefetchHistory(queryClient, transactions, 'transactions:read', request.url),
      // For the first rows only: afterwards the page itself asks for what its address says.
      shouldRevalidate: () => false,
      lazy: { Component: async () => (await import('./transactions-page.tsx')).TransactionsPage },
      children: [
        {
          path: ':id',
          lazy: { Component: async () => (await import('./transaction-drawer.tsx')).TransactionDrawer },
        },
      ],
    },
  ];
}

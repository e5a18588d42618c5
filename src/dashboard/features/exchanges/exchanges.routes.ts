import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { prefetchHistory } from '../lists/prefetch-history.ts';
import { exchanges } from './exchanges.history.ts';

export function exchangesRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      path: 'exchanges',
      loader: ({ request }) => prefetchHistory(queryClient, exchanges, 'exchanges:read', request.url),
      // For the first rows only: afterwards the page itself asks for what its address says.
      shouldRevalidate: () => false,
      lazy: { Component: async () => (await import('./exchanges-page.tsx')).ExchangesPage },
      children: [
        {
          path: ':id',
          lazy: { Component: async () => (await import('./exchange-drawer.tsx')).ExchangeDrawer },
        },
      ],
    },
  ];
}

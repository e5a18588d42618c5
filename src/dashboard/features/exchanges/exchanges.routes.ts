import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';

export function exchangesRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      path: 'exchanges',
      // For the first rows only: afterwards the page itself asks for what its address says.
      shouldRevalidate: () => false,
      lazy: {
        loader: async () => {
          const { loadExchanges } = await import('./exchanges.loader.ts');
          return ({ request }) => loadExchanges(queryClient, request.url);
        },
        Component: async () => (await import('./exchanges-page.tsx')).ExchangesPage,
      },
      children: [
        {
          path: ':id',
          lazy: { Component: async () => (await import('./exchange-drawer.tsx')).ExchangeDrawer },
        },
      ],
    },
  ];
}

import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';

// Apart, since the first page of all loads this file with the names of everything that it leads to.
const code = async () => (await import('./balances-code.ts')).balancesCode;

export function balancesRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      path: 'balances',
      shouldRevalidate: () => false,
      lazy: {
        // The balances are asked for while the page's code loads. Lazy itself: the list of wallets, which most
        // visits start with, must not wait for the arithmetic of balances.
        loader: async () => {
          const { prefetchBalances } = await import('./balances.queries.ts');
          return () => {
            void prefetchBalances(queryClient);
            return null;
          };
        },
        Component: async () => (await import('./balances-page.tsx')).BalancesPage,
      },
      children: [
        {
          index: true,
          lazy: { Component: async () => (await code()).overview() },
        },
        {
          path: 'aml-fees',
          lazy: { Component: async () => (await code()).amlFees() },
        },
        {
          path: 'check',
          lazy: { Component: async () => (await code()).check() },
        },
      ],
    },
  ];
}

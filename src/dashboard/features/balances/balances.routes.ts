import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';

export function balancesRoutes(_queryClient: QueryClient): RouteObject[] {
  return [
    { path: 'balances', lazy: { Component: async () => (await import('./balances-page.tsx')).BalancesPage } },
  ];
}

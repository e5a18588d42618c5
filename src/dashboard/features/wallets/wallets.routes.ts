import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';

export function walletsRoutes(_queryClient: QueryClient): RouteObject[] {
  return [
    { path: 'wallets', lazy: { Component: async () => (await import('./wallets-page.tsx')).WalletsPage } },
  ];
}

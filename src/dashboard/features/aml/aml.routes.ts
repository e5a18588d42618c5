import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';

export function amlRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      path: 'aml',
      // For the first rows only: afterwards the page itself asks for what its address says.
      shouldRevalidate: () => false,
      lazy: async () => {
        const { Component, loader } = await import('./aml-page.tsx');
        return { Component, loader: ({ request }) => loader(queryClient, request.url) };
      },
    },
    {
      path: 'aml/watches',
      lazy: { Component: async () => (await import('./watches/watches-page.tsx')).WatchesPage },
    },
    {
      path: 'aml/many',
      lazy: { Component: async () => (await import('./many/many-view.tsx')).ManyView },
    },
    {
      path: 'aml/:id',
      lazy: { Component: async () => (await import('./report/check-view.tsx')).CheckView },
    },
  ];
}

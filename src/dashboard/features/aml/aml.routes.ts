import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';

export function amlRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      path: 'aml',
      // For the first rows only: afterwards the page itself asks for what its address says.
      shouldRevalidate: () => false,
      lazy: {
        loader: async () => {
          const { loadAmlChecks } = await import('./aml.loader.ts');
          return ({ request }) => loadAmlChecks(queryClient, request.url);
        },
        Component: async () => (await import('./aml-page.tsx')).AmlPage,
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

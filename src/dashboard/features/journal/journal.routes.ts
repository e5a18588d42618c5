import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';

export function journalRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      path: 'journal',
      // For the first rows only: afterwards the page itself asks for what its address says.
      shouldRevalidate: () => false,
      lazy: async () => {
        const { Component, loader } = await import('./journal-page.tsx');
        return { Component, loader: ({ request }) => loader(queryClient, request.url) };
      },
      children: [
        {
          path: ':id',
          lazy: { Component: async () => (await import('./journal-drawer.tsx')).JournalDrawer },
        },
      ],
    },
  ];
}

import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';

export function journalRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      path: 'journal',
      // For the first rows only: afterwards the page itself asks for what its address says.
      shouldRevalidate: () => false,
      lazy: {
        loader: async () => {
          const { loadJournal } = await import('./journal.loader.ts');
          return ({ request }) => loadJournal(queryClient, request.url);
        },
        Component: async () => (await import('./journal-page.tsx')).JournalPage,
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

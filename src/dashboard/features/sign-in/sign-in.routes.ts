import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { sessionQueries } from '../session/session.queries.ts';

export function signInRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      path: 'sign-in',
      async loader() {
        // Awaited, so that nothing moves when the sandbox's keys arrive; but a key can be given without them.
        const patience = new Promise((resolve) => setTimeout(resolve, 1_000));
        await Promise.race([queryClient.prefetchQuery(sessionQueries.options()), patience]);
        return null;
      },
      lazy: { Component: async () => (await import('./sign-in-page.tsx')).SignInPage },
    },
  ];
}

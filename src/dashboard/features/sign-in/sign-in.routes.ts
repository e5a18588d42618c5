import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { sessionQueries } from '../session/session.queries.ts';

export function signInRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      path: 'sign-in',
      loader() {
        // Not awaited: the field for the key is there at once, what the sandbox offers follows.
        void queryClient.prefetchQuery(sessionQueries.options());
        return null;
      },
      lazy: { Component: async () => (await import('./sign-in-page.tsx')).SignInPage },
    },
  ];
}

import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';

export function signInRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      path: 'sign-in',
      lazy: {
        // Lazy itself: whoever is signed in does not need it.
        loader: async () => {
          const { signInOptionsQuery } = await import('./sign-in.queries.ts');
          return async () => {
            // Awaited, so that nothing moves when the sandbox's keys arrive; but a key can be given without them.
            const patience = new Promise((resolve) => setTimeout(resolve, 1_000));
            await Promise.race([queryClient.prefetchQuery(signInOptionsQuery), patience]);
            return null;
          };
        },
        Component: async () => (await import('./sign-in-page.tsx')).SignInPage,
      },
    },
  ];
}

import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { isPermitted } from '#contract/gateway/sessions.ts';
import { sessionQueries } from '../session/session.queries.ts';
import { balanceQueries } from './balances.queries.ts';

export function balancesRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      path: 'balances',
      // The balances are asked for while the page's code loads.
      loader: () => {
        void prefetch(queryClient);
        return null;
      },
      shouldRevalidate: () => false,
      lazy: { Component: async () => (await import('./balances-page.tsx')).BalancesPage },
      children: [
        {
          index: true,
          lazy: { Component: async () => (await import('./overview/overview.tsx')).Overview },
        },
        {
          path: 'check',
          lazy: { Component: async () => (await import('./check/check.tsx')).Check },
        },
      ],
    },
  ];
}

/** Never fails: the shell deals with a missing session, the page with missing balances. */
async function prefetch(queryClient: QueryClient): Promise<void> {
  const session = await queryClient.ensureQueryData(sessionQueries.current()).catch(() => undefined);
  if (session === undefined || !isPermitted(session, 'balances:read')) return;
  await queryClient.prefetchQuery(balanceQueries.lines());
}

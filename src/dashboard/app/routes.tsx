import type { QueryClient } from '@tanstack/react-query';
import { Outlet, redirect, type RouteObject } from 'react-router';
import { addressBookRoutes } from '../features/address-book/address-book.routes.ts';
import { amlRoutes } from '../features/aml/aml.routes.ts';
import { balancesRoutes } from '../features/balances/balances.routes.ts';
import { exchangesRoutes } from '../features/exchanges/exchanges.routes.ts';
import { journalRoutes } from '../features/journal/journal.routes.ts';
import { ledgerCheckRoutes } from '../features/ledger-check/ledger-check.routes.ts';
import { overviewRoutes } from '../features/overview/overview.routes.ts';
import { sessionQueries } from '../features/session/session.queries.ts';
import { Shell } from '../features/shell/shell.tsx';
import { settingsRoutes } from '../features/settings/settings.routes.ts';
import { signInRoutes } from '../features/sign-in/sign-in.routes.ts';
import { transactionsRoutes } from '../features/transactions/transactions.routes.ts';
import { walletsRoutes } from '../features/wallets/wallets.routes.ts';
import { withdrawalsRoutes } from '../features/withdrawals/withdrawals.routes.ts';
import { ApiError } from '../api/api-error.ts';
import { signInPath } from '../lib/next-path.ts';
import { RouteErrorPage } from './route-error-page.tsx';

/** Every page's address. A feature gives its own routes; their code is loaded when first visited. */
export function createRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      element: <Outlet />,
      errorElement: outsideShell,
      children: [
        ...signInRoutes(queryClient),
        {
          loader: ({ request }) => requireSession(queryClient, request.url),
          // Whoever is signed in does not change from page to page.
          shouldRevalidate: () => false,
          element: <Shell />,
          errorElement: outsideShell,
          children: [
            {
              // Errors of a page stay within the shell.
              errorElement: <RouteErrorPage />,
              children: [
                ...overviewRoutes(),
                ...walletsRoutes(queryClient),
                ...balancesRoutes(queryClient),
                ...transactionsRoutes(queryClient),
                ...exchangesRoutes(queryClient),
                ...withdrawalsRoutes(queryClient),
                ...addressBookRoutes(),
                ...amlRoutes(queryClient),
                ...journalRoutes(queryClient),
                ...settingsRoutes(queryClient),
                ...ledgerCheckRoutes(),
                {
                  path: '*',
                  lazy: { Component: async () => (await import('./not-found-page.tsx')).NotFoundPage },
                },
              ],
            },
          ],
        },
      ],
    },
  ];
}

const outsideShell = (
  <main>
    <RouteErrorPage />
  </main>
);

async function requireSession(queryClient: QueryClient, url: string): Promise<null> {
  try {
    await queryClient.ensureQueryData(sessionQueries.current());
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'unauthenticated')
      throw redirect(signInPath(new URL(url)));
    throw error;
  }
}

import type { RouteObject } from 'react-router';

export function ledgerCheckRoutes(): RouteObject[] {
  return [
    {
      path: 'ledger-check',
      lazy: { Component: async () => (await import('./ledger-check-page.tsx')).LedgerCheckPage },
    },
  ];
}

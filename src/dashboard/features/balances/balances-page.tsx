import type { QueryClient } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { Page } from '#dashboard/ui/page.tsx';
import { BalanceViews } from './balance-views.tsx';
import { balanceLinesQuery } from '#dashboard/entities/balances/balance-lines.queries.ts';
import { balanceQueries } from './balances.queries.ts';

export function Component() {
  return (
    <Page>
      <BalanceViews />
      <Outlet />
    </Page>
  );
}

export function loader(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(balanceLinesQuery);
  void queryClient.prefetchQuery(balanceQueries.ledger());
}

import type { QueryClient } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { Page } from '../../ui/page.tsx';
import { BalanceViews } from './balance-views.tsx';
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
  void queryClient.prefetchQuery(balanceQueries.lines());
  void queryClient.prefetchQuery(balanceQueries.ledger());
}

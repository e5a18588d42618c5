import { Outlet } from 'react-router';
import { NoPermission } from '../../ui/no-permission.tsx';
import { Page } from '../../ui/page.tsx';
import { usePermission } from '../session/use-permission.ts';
import { BalanceViews } from './balance-views.tsx';

export function BalancesPage() {
  const mayRead = usePermission('balances:read').allowed;
  return (
    <Page title="Balances">
      {mayRead ? (
        <>
          <BalanceViews />
          <Outlet />
        </>
      ) : (
        <NoPermission permission="balances:read" />
      )}
    </Page>
  );
}

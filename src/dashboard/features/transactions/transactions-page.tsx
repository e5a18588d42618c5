import { Outlet } from 'react-router';
import { NoPermission } from '../../ui/no-permission.tsx';
import { Page } from '../../ui/page.tsx';
import { usePermission } from '../session/use-permission.ts';
import { TransactionList } from './transaction-list.tsx';

export function TransactionsPage() {
  const mayRead = usePermission('transactions:read');
  return (
    <Page title="Transactions" fill>
      {mayRead.allowed ? <TransactionList /> : <NoPermission permission="transactions:read" />}
      <Outlet />
    </Page>
  );
}

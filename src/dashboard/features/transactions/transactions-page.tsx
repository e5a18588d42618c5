import { NoPermission } from '../../ui/no-permission.tsx';
import { Page } from '../../ui/page.tsx';
import { usePermission } from '../session/use-permission.ts';
import { TransactionList } from './transaction-list.tsx';

export function TransactionsPage() {
  const mayRead = usePermission('transactions:read');
  if (mayRead.allowed) return <TransactionList />;
  return (
    <Page title="Transactions">
      <NoPermission permission="transactions:read" />
    </Page>
  );
}

import { NoPermission } from '../../ui/no-permission.tsx';
import { Page } from '../../ui/page.tsx';
import { usePermission } from '../session/use-permission.ts';
import { WithdrawalList } from './withdrawal-list.tsx';

export function WithdrawalsPage() {
  const mayRead = usePermission('withdrawals:read');
  if (mayRead.allowed) return <WithdrawalList />;
  return (
    <Page title="Withdrawals">
      <NoPermission permission="withdrawals:read" />
    </Page>
  );
}

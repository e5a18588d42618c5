import { NoPermission } from '../../ui/no-permission.tsx';
import { Page } from '../../ui/page.tsx';
import { usePermission } from '../session/use-permission.ts';
import { AmlList } from './aml-list.tsx';

export function AmlPage() {
  const mayRead = usePermission('transactions:read');
  if (mayRead.allowed) return <AmlList />;
  return (
    <Page title="AML checks">
      <NoPermission permission="transactions:read" />
    </Page>
  );
}

import { NoPermission } from '../../ui/no-permission.tsx';
import { Page } from '../../ui/page.tsx';
import { usePermission } from '../session/use-permission.ts';
import { ExchangeList } from './exchange-list.tsx';

export function ExchangesPage() {
  const mayRead = usePermission('exchanges:read');
  if (mayRead.allowed) return <ExchangeList />;
  return (
    <Page title="Exchanges">
      <NoPermission permission="exchanges:read" />
    </Page>
  );
}

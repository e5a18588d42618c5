import { NoPermission } from '../../ui/no-permission.tsx';
import { Page } from '../../ui/page.tsx';
import { usePermission } from '../session/use-permission.ts';
import { JournalList } from './journal-list.tsx';

export function JournalPage() {
  const mayRead = usePermission('transactions:read');
  if (mayRead.allowed) return <JournalList />;
  return (
    <Page title="Journal">
      <NoPermission permission="transactions:read" />
    </Page>
  );
}

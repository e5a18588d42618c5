import { useLocation } from 'react-router';
import { MantineScope } from '../../../ui/mantine-scope.tsx';
import { NoPermission } from '../../../ui/no-permission.tsx';
import { Page } from '../../../ui/page.tsx';
import { usePermission } from '../../session/use-permission.ts';
import { NewWithdrawal } from './new-withdrawal.tsx';

/** The page that asks for a withdrawal. Its address may say what pays. */
export function CreateWithdrawal() {
  const mayWrite = usePermission('withdrawals:write');
  const { search } = useLocation();
  return (
    <Page title="New withdrawal">
      {mayWrite.allowed ? (
        <MantineScope>
          <NewWithdrawal key={search} />
        </MantineScope>
      ) : (
        <NoPermission permission="withdrawals:write" act="change" />
      )}
    </Page>
  );
}

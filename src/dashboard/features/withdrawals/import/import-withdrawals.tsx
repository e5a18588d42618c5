import { NoPermission } from '../../../ui/no-permission.tsx';
import { Page } from '../../../ui/page.tsx';
import { PaymentsPaused } from '../../ledger-check/payments-paused.tsx';
import { usePermission } from '../../session/use-permission.ts';
import { ImportList } from './import-list.tsx';

/** The page that asks for the withdrawals of a CSV file. */
export function ImportWithdrawals() {
  const mayWrite = usePermission('withdrawals:write');
  return (
    <Page title="Withdrawals from a file">
      {mayWrite.allowed ? (
        <>
          <PaymentsPaused />
          <ImportList />
        </>
      ) : (
        <NoPermission permission="withdrawals:write" act="change" />
      )}
    </Page>
  );
}

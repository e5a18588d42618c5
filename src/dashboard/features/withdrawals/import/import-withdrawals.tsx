import { Page } from '#dashboard/ui/page.tsx';
import { PaymentsPaused } from '#dashboard/entities/ledger-check/payments-paused.tsx';
import { ImportList } from './import-list.tsx';

/** The page that asks for the withdrawals of a CSV file. */
export function Component() {
  return (
    <Page>
      <PaymentsPaused />
      <ImportList />
    </Page>
  );
}

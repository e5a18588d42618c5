import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { PaymentsPaused } from '#dashboard/entities/ledger-check/payments-paused.tsx';
import { importWithdrawalsPath } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { NewWithdrawal } from './new-withdrawal.tsx';

/** The page that asks for a withdrawal. Its address may say what pays. */
export function Component() {
  const { search } = useLocation();
  const [others, setOthers] = useState(0);
  return (
    <Page
      actions={
        <LinkButton
          to={importWithdrawalsPath}
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
        >
          From a file
        </LinkButton>
      }
    >
      <PaymentsPaused />
      <NewWithdrawal key={`${others} ${search}`} onAnother={() => setOthers((before) => before + 1)} />
    </Page>
  );
}

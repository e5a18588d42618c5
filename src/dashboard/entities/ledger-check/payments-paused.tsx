import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Alert } from '#dashboard/ui/alert.tsx';
import { usePermission, useSession } from '#dashboard/session/session.queries.ts';
import { ledgerCheckPath, ledgerCheckQuery } from './ledger-check.queries.ts';

/** Shows an alert if a ledger fault has paused payments; nothing otherwise, or if that isn't known. */
export function PaymentsPaused() {
  const { mode } = useSession();
  const mayRead = usePermission('balances:read');
  const { data } = useQuery({ ...ledgerCheckQuery, enabled: mode !== 'remote' && mayRead.allowed });
  if (!data?.are_payments_stopped) return null;
  return (
    <Box mb="lg">
      <Alert tone="warning" role="status">
        Payments are paused because the ledger check found a fault. You can still submit withdrawals. They are
        paid after the fault is repaired or an administrator resumes payments.{' '}
        <Link to={ledgerCheckPath}>View ledger check</Link>
      </Alert>
    </Box>
  );
}

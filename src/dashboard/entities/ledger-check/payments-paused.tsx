import { Box } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Alert } from '#dashboard/ui/alert.tsx';
import { isPermitted, type Session } from '#contract/gateway/sessions.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import { ledgerCheckPath, ledgerCheckQuery } from './ledger-check.queries.ts';

const mayBeRead = (session: Session) => session.mode !== 'remote' && isPermitted(session, 'balances:read');

/** For the loader of a page with `PaymentsPaused`. */
export function prefetchPaymentsPaused(queryClient: QueryClient, session: Session): void {
  if (mayBeRead(session)) void queryClient.prefetchQuery(ledgerCheckQuery);
}

/** Shows an alert if a ledger fault has paused payments; nothing otherwise, or if that isn't known. */
export function PaymentsPaused() {
  const { data } = useQuery({ ...ledgerCheckQuery, enabled: mayBeRead(useSession()) });
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

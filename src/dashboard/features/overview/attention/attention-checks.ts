import type { QueryClient } from '@tanstack/react-query';
import { isPermitted, type Session } from '#contract/gateway/sessions.ts';
import { SANCTIONS_HIT_DAYS } from '#contract/gateway/withdrawal-reasons.ts';
import type { Permission } from '#contract/permissions.ts';
import { walletLimit } from '#contract/wallet-service/wallets.ts';
import { amlMatters, sanctionsScreening } from './aml-attention.queries.ts';
import {
  type attentionQuery,
  closedPeriods,
  failedTransactions,
  lateTransactions,
  ledgerState,
  newWithdrawals,
  sanctionsHits,
  unknownOutcomes,
  walletRoom,
} from './attention.queries.ts';

/** Something that is looked for. */
export type Check = {
  /** Its subject, for the beginning of a sentence. */
  subject: string;
  /** What is true where it finds nothing. */
  calm: string;
  permission: Permission;
  query: ReturnType<typeof attentionQuery>;
};

/** All that is looked for, in the order in which it is shown. */
export function attentionChecks(session: Session, iana: string): Check[] {
  const isRemote = session.mode === 'remote';
  const mayReadWithdrawals = isPermitted(session, 'withdrawals:read');
  return [
    isRemote
      ? {
          // Our own service makes a withdrawal once, however often it is sent.
          subject: 'Withdrawals with unknown outcome',
          calm: 'no withdrawals with unknown outcome',
          permission: 'withdrawals:read',
          query: unknownOutcomes,
        }
      : {
          // A remote service doesn't say why it rejects withdrawals.
          subject: 'Withdrawals to sanctioned addresses',
          calm: `no withdrawals to sanctioned addresses in the last ${SANCTIONS_HIT_DAYS} days`,
          permission: 'withdrawals:read',
          query: sanctionsHits,
        },
    {
      subject: 'Ledger check',
      calm: 'no ledger faults',
      permission: 'balances:read',
      query: ledgerState,
    },
    {
      subject: 'Closed periods',
      calm: 'closed periods hold, and no drift is unexplained',
      permission: 'balances:read',
      query: closedPeriods,
    },
    {
      subject: 'Failed transactions',
      calm: 'no failed transactions in the last 24 hours',
      permission: 'transactions:read',
      query: failedTransactions(iana),
    },
    {
      subject: 'Late transactions',
      calm: 'no late transactions',
      permission: 'transactions:read',
      query: lateTransactions,
    },
    {
      subject: 'AML checks',
      calm: 'no AML checks awaiting a decision',
      permission: 'transactions:read',
      query: amlMatters,
    },
    {
      subject: 'Sanctions lists',
      calm: 'no sanctioned addresses awaiting a decision',
      permission: 'transactions:read',
      query: sanctionsScreening(mayReadWithdrawals),
    },
    {
      subject: 'New withdrawals',
      calm: 'no withdrawals waiting to be processed',
      permission: 'withdrawals:read',
      query: newWithdrawals,
    },
    {
      subject: 'Wallet limit',
      calm: `no network close to its ${walletLimit}-wallet limit`,
      permission: 'wallets:read',
      query: walletRoom,
    },
  ];
}

/** Begins to read what the person may read of it. */
export function prefetchAttention(queryClient: QueryClient, session: Session, iana: string): void {
  for (const { permission, query } of attentionChecks(session, iana)) {
    if (isPermitted(session, permission)) void queryClient.prefetchQuery(query);
  }
}

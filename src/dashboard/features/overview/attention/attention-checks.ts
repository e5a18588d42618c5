import type { QueryClient } from '@tanstack/react-query';
import { isPermitted, type Session } from '#contract/gateway/sessions.ts';
import { SANCTIONS_HIT_DAYS } from '#contract/gateway/withdrawal-reasons.ts';
import type { Permission } from '#contract/permissions.ts';
import { walletLimit } from '#contract/wallet-service/wallets.ts';
import { amlMatters, sanctionsScreening } from './aml-attention.queries.ts';
import {
  type attentionQuery,
  failedTransactions,
  lateTransactions,
  ledgerState,
  newWithdrawals,
  sanctionsHits,
  unconfirmedWithdrawals,
  walletRoom,
} from './attention.queries.ts';

/** Something that is looked for. */
export type Check = {
  /** What it is about, at the beginning of a sentence. */
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
          subject: 'Unconfirmed withdrawals',
          calm: 'no withdrawal has an unknown outcome',
          permission: 'withdrawals:read',
          query: unconfirmedWithdrawals,
        }
      : {
          // Somebody else's service doesn't tell why it rejects withdrawals.
          subject: 'Withdrawals to sanctioned addresses',
          calm: `no withdrawal to a sanctioned address was stopped in the last ${SANCTIONS_HIT_DAYS} days`,
          permission: 'withdrawals:read',
          query: sanctionsHits,
        },
    {
      subject: 'Ledger check',
      calm: 'the ledger has no faults',
      permission: 'balances:read',
      query: ledgerState,
    },
    {
      subject: 'Failed transactions',
      calm: 'no transaction failed in the last 24 hours',
      permission: 'transactions:read',
      query: failedTransactions(iana),
    },
    {
      subject: 'Late transactions',
      calm: 'no transaction is late',
      permission: 'transactions:read',
      query: lateTransactions,
    },
    {
      subject: 'AML checks',
      calm: 'no AML check of high or unknown risk waits for a decision',
      permission: 'transactions:read',
      query: amlMatters,
    },
    {
      subject: 'Sanctions lists',
      calm: 'no address that needs a decision is on a sanctions list',
      permission: 'transactions:read',
      query: sanctionsScreening(mayReadWithdrawals),
    },
    {
      subject: 'New withdrawal requests',
      calm: 'no withdrawal request is new',
      permission: 'withdrawals:read',
      query: newWithdrawals,
    },
    {
      subject: 'Room for wallets',
      calm: `no network is near its limit of ${walletLimit} wallets`,
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

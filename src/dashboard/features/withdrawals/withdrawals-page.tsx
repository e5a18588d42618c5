import { IconTrash, IconUpload } from '@tabler/icons-react';
import { type ComponentProps, lazy, Suspense } from 'react';
import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { currencies, withdrawalNetworks } from '#domain/networks.ts';
import { networkLabel, networkName } from '#dashboard/lib/format.ts';
import { defineList } from '#dashboard/list/define-list.tsx';
import { bookedColumn, createdAtColumn, elsewhere } from '#dashboard/list/list-columns.tsx';
import { amlColumn } from '#dashboard/list/screening.tsx';
import { Address } from '#dashboard/ui/address.tsx';
import { Amount } from '#dashboard/ui/amount.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import { TimeHeader } from '#dashboard/ui/time-header.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { recipients } from '#dashboard/entities/aml/aml-results.queries.ts';
import { searchFilters } from './withdrawal-search.ts';
import { WithdrawalSearchHint } from './withdrawal-search-hint.tsx';
import { WithdrawalParty } from './withdrawal-cells.tsx';
import {
  importWithdrawalsPath,
  newWithdrawalPath,
  withdrawalPath,
  withdrawalsPath,
} from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { hasReason, WithdrawalReason } from './withdrawal-reason.tsx';
import { withdrawals } from '#dashboard/entities/withdrawals/withdrawals.queries.ts';
import classes from './withdrawals.module.css';

const MoneyCell = lazy(async () => ({ default: (await import('./money-cell.tsx')).MoneyCell }));

/** In columns that are hidden at first: what adds up their amounts comes with them. */
function Money(props: ComponentProps<typeof MoneyCell>) {
  return (
    <Suspense fallback="…">
      <MoneyCell {...props} />
    </Suspense>
  );
}

const none = <span className={classes['none']}>none</span>;

export const { Component, loader } = defineList({
  source: withdrawals,
  nouns: ['withdrawal', 'withdrawals'],
  path: withdrawalsPath,
  rowPath: withdrawalPath,
  columns: {
    created_at: createdAtColumn<WithdrawalDetail>(),
    booked: bookedColumn<WithdrawalDetail>(),
    status: {
      header: 'Status',
      size: 112,
      meta: { card: 'end', skeleton: '84px', sortKey: 'status' },
      cell: ({ row }) => <StatusBadge status={row.original.value.status} />,
    },
    amount: {
      header: 'Amount',
      size: 172,
      meta: { card: 'end', align: 'end', skeleton: '130px', sortKey: 'amount' },
      cell: ({ row: { original } }) => (
        <Amount value={original.value.amount} currency={original.value.currency} />
      ),
    },
    fee: {
      header: 'Fee',
      size: 130,
      meta: { align: 'end', skeleton: '80px' },
      cell: ({ row: { original } }) => (
        <Amount value={original.value.fee} currency={original.value.currency} />
      ),
    },
    fee_payer: {
      header: 'Fee paid by',
      size: 120,
      meta: { skeleton: '70px' },
      cell: ({ row }) => <Money row={row.original} part="feePayer" />,
    },
    received: {
      header: 'Recipient gets',
      size: 232,
      meta: { align: 'end', skeleton: '120px' },
      cell: ({ row }) => <Money row={row.original} part="received" />,
    },
    debited: {
      header: 'Debited',
      size: 232,
      meta: { label: 'Debited', align: 'end', skeleton: '120px' },
      cell: ({ row }) => <Money row={row.original} part="debited" />,
    },
    network: {
      header: 'Network',
      size: 92,
      meta: { card: 'end', skeleton: '70px' },
      cell: ({ row }) => networkName(row.original.value.network ?? 'unreadable'),
    },
    aml: amlColumn<WithdrawalDetail>(),
    recipient_wallet: {
      header: 'Recipient',
      size: 172,
      meta: { card: 'start', cardLabel: 'To', skeleton: '140px' },
      cell: ({ row }) => <WithdrawalParty row={row.original} side="recipient_wallet" />,
    },
    reason: {
      header: 'Reason',
      size: 220,
      meta: { label: 'Reason for failure', skeleton: '0px' },
      cell: ({ row: { original } }) =>
        hasReason(original.value.status) && (
          <WithdrawalReason value={original.value} className={classes['reason']} />
        ),
    },
    sender_wallet: {
      header: 'Sender',
      size: 180,
      meta: { skeleton: '120px' },
      cell: ({ row }) => <WithdrawalParty row={row.original} side="sender_wallet" />,
    },
    hash: {
      header: 'Hash',
      size: 176,
      meta: { skeleton: '130px' },
      cell: ({ row: { original } }) =>
        original.value.hash ? (
          <Address
            value={original.value.hash}
            what="transaction hash"
            network={original.value.network}
            kind="transaction"
          />
        ) : (
          none
        ),
    },
    transaction_status: {
      header: 'Transaction',
      size: 124,
      meta: { label: 'Transaction status', skeleton: '84px' },
      cell: ({ row: { original } }) =>
        original.value.transaction_status ? <StatusBadge status={original.value.transaction_status} /> : none,
    },
    external_id: {
      header: 'Reference',
      size: 212,
      meta: { card: 'start', skeleton: '200px' },
      cell: ({ row }) => <Address value={row.original.value.external_id} what="reference" />,
    },
    request_id: {
      header: 'Withdrawal ID',
      size: 196,
      meta: { skeleton: '140px' },
      cell: ({ row }) => <Address value={row.original.value.request_id} what="withdrawal ID" />,
    },
    comment: {
      header: 'Comment',
      size: 240,
      meta: { skeleton: '160px' },
      cell: ({ row: { original } }) =>
        original.value.comment ? <span dir="auto">{original.value.comment}</span> : none,
    },
    updated_at: {
      header: () => <TimeHeader label="Updated" />,
      size: 200,
      meta: { label: 'Updated', skeleton: '130px', sortKey: 'updated_at' },
      cell: ({ row }) => <Time value={row.original.value.updated_at} />,
    },
    ...elsewhere('currency', 'sender', 'fee_included'),
  },
  hidden: [
    'booked',
    'fee',
    'fee_payer',
    'received',
    'debited',
    'reason',
    'sender_wallet',
    'hash',
    'transaction_status',
    'request_id',
    'comment',
    'updated_at',
  ],
  pinned: ['created_at'],
  search: {
    label: 'Find by reference, ID or address',
    Hint: WithdrawalSearchHint,
    textOf: ({ search, request_id: requestId, external_id: externalId }) => search ?? requestId ?? externalId,
    filtersOf: searchFilters,
    least: 1,
    amountHint:
      'Search covers references, IDs and addresses, not amounts. To find an amount, clear the search and sort by it, or export the list and filter the file.',
  },
  filters: {
    search: 'search',
    request_id: 'search',
    external_id: 'search',
    status: 'tabs',
    network: {
      all: 'All networks',
      known: withdrawalNetworks,
      found: ({ network }) => network,
      label: networkLabel,
    },
    currency: { all: 'All currencies', known: currencies, found: ({ currency }) => currency },
  },
  tabs: {
    filter: 'status',
    choices: [
      { value: undefined, label: 'All' },
      { value: 'new', label: 'New', isCounted: true },
      { value: 'processing', label: 'Processing', isCounted: true },
      { value: 'completed', label: 'Completed' },
      { value: 'rejected', label: 'Rejected' },
      { value: 'error', label: 'Failed' },
    ],
  },
  screening: recipients,
  partiesOf: ({ sender_wallet: sender, recipient_wallet: recipient }) => [sender, recipient],
  exported: 'withdrawal-requests',
  addressesOf: ({ sender_wallet: sender, recipient_wallet: recipient, hash }) => [sender, recipient, hash],
  timesOf: ({ created_at: created, updated_at: updated }) => [created, updated],
  creation: {
    permission: 'withdrawals:write',
    needs: 'createWithdrawalRequest',
    path: newWithdrawalPath,
    label: 'New withdrawal',
    fromFile: { path: importWithdrawalsPath, label: 'Import CSV' },
  },
  bulkActions: [
    {
      label: 'Delete',
      icon: IconTrash,
      permission: 'withdrawals:write',
      needs: 'deleteWithdrawalRequest',
      load: async () => (await import('./delete/bulk-delete-dialog.tsx')).BulkDeleteDialog,
    },
  ],
  empty: (
    <EmptyState icon={<IconUpload size={20} />} title="No withdrawals yet">
      Withdrawals from your wallets and the exchange pool appear here with their status.
    </EmptyState>
  ),
});

import { lazy, Suspense } from 'react';
import type { ReadRow } from '#contract/read-answer.ts';
import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { networkName } from '../../lib/network-words.ts';
import { Address } from '../../ui/address.tsx';
import { Amount } from '../../ui/amount.tsx';
import { columnsOf } from '../../ui/data-table/table-columns.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TimeHeader } from '../../ui/time-header.tsx';
import { Time } from '../../ui/time.tsx';
import { amlColumn } from '../aml/column/aml-column.tsx';
import { createdAtColumn } from '../../list/history-columns.tsx';
import type { WithdrawalMoney } from './withdrawal-money.ts';
import { hasReason } from './has-reason.ts';
import { loadCells, WithdrawalParty } from './withdrawal-party.tsx';
import classes from './withdrawals.module.css';

const MoneyCell = lazy(async () => ({ default: (await loadCells()).MoneyCell }));

const ReasonCell = lazy(async () => ({
  default: (await import('./withdrawal-reason.tsx')).WithdrawalReason,
}));

type Row = { row: { original: ReadRow<WithdrawalDetail> } };

const money =
  (part: keyof WithdrawalMoney) =>
  ({ row }: Row) => (
    <Suspense>
      <MoneyCell row={row.original} part={part} />
    </Suspense>
  );

const none = <span className={classes['none']}>none</span>;

const column = columnsOf<WithdrawalDetail>();

/** All that is published of a request. Those that are hidden at first can be shown. */
export const withdrawalColumns = column.columns([
  createdAtColumn<WithdrawalDetail>(),
  column.display({
    id: 'status',
    header: 'Status',
    meta: { label: 'Status', size: 120, skeleton: '84px', sortKey: 'status' },
    cell: ({ row }) => <StatusBadge status={row.original.value.status} />,
  }),
  column.display({
    id: 'amount',
    header: 'Amount',
    meta: { label: 'Amount', align: 'end', size: 232, skeleton: '130px', sortKey: 'amount' },
    cell: ({ row: { original } }) => (
      <Amount value={original.value.amount} currency={original.value.currency} />
    ),
  }),
  column.display({
    id: 'fee',
    header: 'Fee',
    meta: { label: 'Fee', align: 'end', size: 130, skeleton: '80px' },
    cell: ({ row: { original } }) => <Amount value={original.value.fee} currency={original.value.currency} />,
  }),
  column.display({
    id: 'fee_payer',
    header: 'Fee paid by',
    meta: { label: 'Fee paid by', size: 120, skeleton: '70px' },
    cell: money('feePayer'),
  }),
  column.display({
    id: 'received',
    header: 'Recipient gets',
    meta: { label: 'Recipient gets', align: 'end', size: 232, skeleton: '120px' },
    cell: money('received'),
  }),
  column.display({
    id: 'debited',
    header: 'Debited',
    meta: { label: 'Sender is debited', align: 'end', size: 232, skeleton: '120px' },
    cell: money('debited'),
  }),
  column.display({
    id: 'network',
    header: 'Network',
    meta: { label: 'Network', size: 104, skeleton: '70px' },
    cell: ({ row }) => networkName(row.original.value.network ?? 'unreadable'),
  }),
  amlColumn<WithdrawalDetail>(),
  column.display({
    id: 'recipient_wallet',
    header: 'Recipient',
    meta: { label: 'Recipient', size: 190, skeleton: '140px' },
    cell: ({ row }) => <WithdrawalParty row={row.original} side="recipient_wallet" />,
  }),
  column.display({
    id: 'reason',
    header: 'Reason',
    meta: { label: 'Why it was rejected or failed', size: 220, skeleton: '0px' },
    cell: ({ row: { original } }) =>
      hasReason(original.value.status) && (
        <Suspense>
          <ReasonCell value={original.value} className={classes['reason']} />
        </Suspense>
      ),
  }),
  column.display({
    id: 'sender_wallet',
    header: 'Sender',
    meta: { label: 'Sender', size: 180, skeleton: '120px' },
    cell: ({ row }) => <WithdrawalParty row={row.original} side="sender_wallet" />,
  }),
  column.display({
    id: 'hash',
    header: 'Hash',
    meta: { label: 'Hash', size: 176, skeleton: '130px' },
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
  }),
  column.display({
    id: 'transaction_status',
    header: 'Transaction',
    meta: { label: 'Transaction status', size: 124, skeleton: '84px' },
    cell: ({ row: { original } }) =>
      original.value.transaction_status ? <StatusBadge status={original.value.transaction_status} /> : none,
  }),
  column.display({
    id: 'external_id',
    header: 'External id',
    meta: { label: 'External id', size: 304, skeleton: '200px' },
    cell: ({ row }) => <Address value={row.original.value.external_id} what="external id" />,
  }),
  column.display({
    id: 'request_id',
    header: 'Request id',
    meta: { label: 'Request id', size: 196, skeleton: '140px' },
    cell: ({ row }) => <Address value={row.original.value.request_id} what="request id" />,
  }),
  column.display({
    id: 'comment',
    header: 'Comment',
    meta: { label: 'Comment', size: 240, skeleton: '160px' },
    cell: ({ row: { original } }) =>
      original.value.comment ? <span dir="auto">{original.value.comment}</span> : none,
  }),
  column.display({
    id: 'updated_at',
    header: () => <TimeHeader word="Last change" />,
    meta: { label: 'Last change', size: 200, skeleton: '130px', sortKey: 'updated_at' },
    cell: ({ row }) => <Time value={row.original.value.updated_at} />,
  }),
]);

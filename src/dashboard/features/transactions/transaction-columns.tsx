import type { Transaction } from '#contract/wallet-service/transactions.ts';
import { networkName } from '../../lib/network-words.ts';
import { Address } from '../../ui/address.tsx';
import { Amount } from '../../ui/amount.tsx';
import { columnsOf } from '../../ui/data-table/table-columns.ts';
import { amlColumn } from '../aml/column/aml-column.tsx';
import { createdAtColumn } from '../../list/history-columns.tsx';
import { Direction, signOf } from './direction.tsx';
import { Party } from './party.tsx';
import { TransactionStatus } from './transaction-status.tsx';

const column = columnsOf<Transaction>();

/** All that is published of a transaction. Those that are hidden at first can be shown. */
export const transactionColumns = column.columns([
  createdAtColumn<Transaction>(),
  column.display({
    id: 'direction',
    header: 'Direction',
    meta: { label: 'Direction', size: 92, skeleton: '48px' },
    cell: ({ row }) => <Direction direction={row.original.value.direction} />,
  }),
  column.display({
    id: 'amount',
    header: 'Amount',
    meta: { label: 'Amount', align: 'end', size: 232, skeleton: '150px' },
    cell: ({ row: { original } }) => (
      <Amount
        value={original.value.amount}
        currency={original.value.currency}
        sign={signOf(original.value.direction)}
      />
    ),
  }),
  column.display({
    id: 'status',
    header: 'Status',
    meta: { label: 'Status', size: 180, skeleton: '84px', sortKey: 'status' },
    cell: ({ row }) => <TransactionStatus {...row.original.value} />,
  }),
  column.display({
    id: 'network',
    header: 'Network',
    meta: { label: 'Network', size: 104, skeleton: '70px' },
    cell: ({ row }) => networkName(row.original.value.network ?? 'unreadable'),
  }),
  amlColumn<Transaction>(),
  column.display({
    id: 'sender_wallet',
    header: 'Sender',
    meta: { label: 'Sender', size: 196, skeleton: '140px' },
    cell: ({ row: { original } }) => (
      <Party address={original.value.sender_wallet} network={original.value.network} />
    ),
  }),
  column.display({
    id: 'recipient_wallet',
    header: 'Recipient',
    meta: { label: 'Recipient', size: 196, skeleton: '140px' },
    cell: ({ row: { original } }) => (
      <Party address={original.value.recipient_wallet} network={original.value.network} />
    ),
  }),
  column.display({
    id: 'hash',
    header: 'Hash',
    meta: { label: 'Hash', size: 176, skeleton: '130px' },
    cell: ({ row: { original } }) => (
      <Address
        value={original.value.hash}
        what="transaction hash"
        network={original.value.network}
        kind="transaction"
      />
    ),
  }),
  column.display({
    id: 'fee',
    header: 'Fee',
    meta: { label: 'Fee', align: 'end', size: 168, skeleton: '80px' },
    cell: ({ row: { original } }) => <Amount value={original.value.fee} currency={original.value.currency} />,
  }),
  column.display({
    id: 'transaction_id',
    header: 'Transaction id',
    meta: { label: 'Transaction id', size: 196, skeleton: '140px' },
    cell: ({ row }) => <Address value={row.original.value.transaction_id} what="transaction id" />,
  }),
]);

import { IconArrowsLeftRight } from '@tabler/icons-react';
import type { Transaction } from '#contract/wallet-service/transactions.ts';
import { currencies, withdrawalNetworks } from '#domain/networks.ts';
import { networkLabel, networkName } from '#dashboard/lib/format.ts';
import { defineList } from '#dashboard/list/define-list.tsx';
import { bookedColumn, createdAtColumn, elsewhere, progressTabs } from '#dashboard/list/list-columns.tsx';
import { amlColumn } from '#dashboard/list/screening.tsx';
import { Address } from '#dashboard/ui/address.tsx';
import { Amount } from '#dashboard/ui/amount.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { counterparties } from '#dashboard/entities/aml/aml-results.queries.ts';
import { Direction, directionLabel, signOf } from '#dashboard/entities/transactions/transaction-cells.tsx';
import { Party } from '#dashboard/entities/wallets/address-names.tsx';
import {
  transactionPath,
  transactions,
  transactionsPath,
} from '#dashboard/entities/transactions/transactions.queries.ts';
import { TransactionStatus } from './transaction-status.tsx';

export const { Component, loader } = defineList({
  source: transactions,
  nouns: ['transaction', 'transactions'],
  path: transactionsPath,
  rowPath: transactionPath,
  columns: {
    created_at: createdAtColumn<Transaction>(),
    booked: bookedColumn<Transaction>(),
    direction: {
      header: 'Direction',
      size: 80,
      meta: { skeleton: '48px' },
      cell: ({ row }) => <Direction direction={row.original.value.direction} />,
    },
    amount: {
      header: 'Amount',
      size: 148,
      meta: { card: 'end', align: 'end', skeleton: '150px' },
      cell: ({ row: { original } }) => (
        <Amount
          value={original.value.amount}
          currency={original.value.currency}
          sign={signOf(original.value.direction)}
        />
      ),
    },
    status: {
      header: 'Status',
      size: 160,
      meta: { card: 'end', skeleton: '84px', sortKey: 'status' },
      cell: ({ row }) => <TransactionStatus {...row.original.value} />,
    },
    network: {
      header: 'Network',
      size: 92,
      meta: { card: 'end', skeleton: '70px' },
      cell: ({ row }) => networkName(row.original.value.network ?? 'unreadable'),
    },
    aml: amlColumn<Transaction>(),
    sender_wallet: {
      header: 'Sender',
      size: 172,
      meta: { card: 'start', cardLabel: 'From', skeleton: '140px' },
      cell: ({ row: { original } }) => (
        <Party address={original.value.sender_wallet} network={original.value.network} />
      ),
    },
    recipient_wallet: {
      header: 'Recipient',
      size: 188,
      meta: { card: 'start', cardLabel: 'To', skeleton: '140px' },
      cell: ({ row: { original } }) => (
        <Party address={original.value.recipient_wallet} network={original.value.network} />
      ),
    },
    hash: {
      header: 'Hash',
      size: 176,
      meta: { skeleton: '130px' },
      cell: ({ row: { original } }) => (
        <Address
          value={original.value.hash}
          what="transaction hash"
          network={original.value.network}
          kind="transaction"
        />
      ),
    },
    fee: {
      header: 'Fee',
      size: 168,
      meta: { align: 'end', skeleton: '80px' },
      cell: ({ row: { original } }) => (
        <Amount value={original.value.fee} currency={original.value.currency} />
      ),
    },
    transaction_id: {
      header: 'Transaction ID',
      size: 196,
      meta: { skeleton: '140px' },
      cell: ({ row }) => <Address value={row.original.value.transaction_id} what="transaction ID" />,
    },
    ...elsewhere('currency'),
  },
  hidden: ['booked', 'direction', 'hash', 'fee', 'transaction_id'],
  pinned: ['created_at'],
  search: {
    label: 'Find by address, hash or ID',
    textOf: ({ search }) => search,
    filtersOf: (search) => ({ search }),
    amountHint:
      'Search covers addresses, hashes and IDs, not amounts. To find an amount, clear the search, export the list and filter the file.',
  },
  filters: {
    search: 'search',
    status: 'tabs',
    direction: { all: 'In and out', known: ['in', 'out'], label: directionLabel },
    network: {
      all: 'All networks',
      known: withdrawalNetworks,
      found: ({ network }) => network,
      label: networkLabel,
    },
    currency: { all: 'All currencies', known: currencies, found: ({ currency }) => currency },
    transaction_id: 'link',
  },
  tabs: { filter: 'status', choices: progressTabs },
  screening: counterparties,
  partiesOf: ({ sender_wallet: sender, recipient_wallet: recipient }) => [sender, recipient],
  exported: 'transactions',
  addressesOf: ({ sender_wallet: sender, recipient_wallet: recipient, hash }) => [sender, recipient, hash],
  empty: (
    <EmptyState icon={<IconArrowsLeftRight size={20} />} title="No transactions yet">
      Deposits to your wallets and payments from them appear here as soon as the network has seen them.
    </EmptyState>
  ),
});

import { IconExchange } from '@tabler/icons-react';
import type { ExchangeTransaction } from '#contract/wallet-service/exchanges.ts';
import { currencies, withdrawalNetworks } from '#domain/networks.ts';
import { exchangePath, exchangesPath } from '#dashboard/entities/exchanges/exchange-paths.ts';
import { networkName } from '#dashboard/lib/format.ts';
import { defineList } from '#dashboard/list/define-list.tsx';
import { bookedColumn, createdAtColumn, elsewhere, progressTabs } from '#dashboard/list/list-columns.tsx';
import { Address } from '#dashboard/ui/address.tsx';
import { Amount } from '#dashboard/ui/amount.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import { exchanges } from './exchanges.queries.ts';
import { EffectiveRateOf, Pair } from './rate.tsx';

export const { Component, loader } = defineList({
  source: exchanges,
  nouns: ['exchange', 'exchanges'],
  path: exchangesPath,
  rowPath: exchangePath,
  columns: {
    created_at: createdAtColumn<ExchangeTransaction>(),
    booked: bookedColumn<ExchangeTransaction>(),
    pair: {
      header: 'Pair',
      size: 120,
      meta: { skeleton: '90px' },
      cell: ({ row }) => <Pair {...row.original.value} />,
    },
    amount_from: {
      header: 'Sold',
      size: 164,
      meta: { card: 'start', cardLabel: 'Sold', align: 'end', skeleton: '120px', sortKey: 'amount_from' },
      cell: ({ row: { original } }) => (
        <Amount value={original.value.amount_from} currency={original.value.currency_from} />
      ),
    },
    amount_to: {
      header: 'Bought',
      size: 168,
      meta: { card: 'start', cardLabel: 'Bought', align: 'end', skeleton: '120px', sortKey: 'amount_to' },
      cell: ({ row: { original } }) => (
        <Amount value={original.value.amount_to} currency={original.value.currency_to} />
      ),
    },
    fee: {
      header: 'Fee',
      size: 148,
      meta: { align: 'end', skeleton: '90px' },
      cell: ({ row: { original } }) => (
        <Amount value={original.value.fee} currency={original.value.currency_to} />
      ),
    },
    rate: {
      header: 'Rate',
      size: 128,
      meta: { card: 'end', cardLabel: 'Rate', align: 'end', skeleton: '90px', sortKey: 'rate' },
      cell: ({ row: { original } }) => <Amount value={original.value.rate} />,
    },
    effective_rate: {
      header: 'After fee',
      size: 240,
      meta: { label: 'Rate after fee', align: 'end', skeleton: '120px' },
      cell: ({ row: { original } }) => (
        <EffectiveRateOf given={original.value.amount_from} received={original.value.amount_to} />
      ),
    },
    status: {
      header: 'Status',
      size: 128,
      meta: { card: 'end', skeleton: '84px', sortKey: 'status' },
      cell: ({ row }) => <StatusBadge status={row.original.value.status} />,
    },
    network_from: {
      header: 'From network',
      size: 120,
      meta: { skeleton: '70px' },
      cell: ({ row }) => networkName(row.original.value.network_from ?? 'unreadable'),
    },
    network_to: {
      header: 'To network',
      size: 120,
      meta: { skeleton: '70px' },
      cell: ({ row }) => networkName(row.original.value.network_to ?? 'unreadable'),
    },
    transaction_id: {
      header: 'Exchange ID',
      size: 184,
      meta: { skeleton: '140px' },
      cell: ({ row }) => <Address value={row.original.value.transaction_id} what="exchange ID" />,
    },
    ...elsewhere('currency_from', 'currency_to'),
  },
  hidden: ['booked', 'effective_rate', 'network_from', 'network_to', 'transaction_id'],
  pinned: ['created_at'],
  search: {
    label: 'Find by exchange ID',
    textOf: ({ transaction_id: id }) => id,
    filtersOf: (id) => ({ transaction_id: id }),
    least: 1,
    amountHint:
      'Search covers exchange IDs, not amounts. To find an amount, clear the search and sort by it, or export the list and filter the file.',
  },
  hasManyFilters: true,
  filters: {
    transaction_id: 'search',
    status: 'tabs',
    currency_from: {
      all: 'From currency',
      known: currencies,
      found: ({ currency_from: currency }) => currency,
      label: (currency) => `From ${currency}`,
    },
    currency_to: {
      all: 'To currency',
      known: currencies,
      found: ({ currency_to: currency }) => currency,
      label: (currency) => `To ${currency}`,
    },
    network_from: {
      all: 'From network',
      known: withdrawalNetworks,
      found: ({ network_from: network }) => network,
      label: (network) => `From ${networkName(network)}`,
    },
    network_to: {
      all: 'To network',
      known: withdrawalNetworks,
      found: ({ network_to: network }) => network,
      label: (network) => `To ${networkName(network)}`,
    },
  },
  tabs: { filter: 'status', choices: progressTabs },
  exported: 'exchange-transactions',
  empty: (
    <EmptyState icon={<IconExchange size={20} />} title="No exchanges yet">
      Conversions between currencies appear here with their rates and fees.
    </EmptyState>
  ),
});

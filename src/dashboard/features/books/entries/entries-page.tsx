import { IconListDetails } from '@tabler/icons-react';
import { sharedPoolKey } from '#contract/wallet-service/balances.ts';
import { entryPlaces, postingKinds, statementMovements } from '#domain/ledger-entries.ts';
import { currencies, walletTypes, withdrawalNetworks } from '#domain/networks.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import { networkKeyLabel, typeLabel } from '#dashboard/entities/balances/balance-labels.ts';
import { Party } from '#dashboard/entities/wallets/address-names.tsx';
import { defineList } from '#dashboard/list/define-list.tsx';
import { elsewhere } from '#dashboard/list/list-columns.tsx';
import { Address } from '#dashboard/ui/address.tsx';
import { Amount } from '#dashboard/ui/amount.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { TimeHeader } from '#dashboard/ui/time-header.tsx';
import { BooksTabs } from '../books-tabs.tsx';
import { ledgerEntries } from './entries.queries.ts';
import { EntryFilters } from './entry-filters.tsx';
import { kindLabel, movementLabel, placeLabel } from './entry-labels.ts';
import { EntryReference } from './entry-reference.tsx';
import { EntryTotals } from './entry-totals.tsx';

/** IDs of documents, as opposed to addresses of wallets. */
const documentId = /^(?:tx|wd|ex)_|-/;

const list = defineList({
  source: ledgerEntries,
  nouns: ['entry', 'entries'],
  path: '/books/entries',
  columns: {
    booked_at: {
      header: () => <TimeHeader label="Booked" />,
      size: 168,
      meta: { isRowHeader: true, card: 'start', label: 'Booked', skeleton: '130px', sortKey: 'booked_at' },
      cell: ({ row }) => <Time value={row.original.value.booked_at} />,
    },
    created_at: {
      header: () => <TimeHeader label="Created" />,
      size: 168,
      meta: { label: 'Created', skeleton: '130px' },
      cell: ({ row: { original } }) =>
        original.value.created_at === null ? null : <Time value={original.value.created_at} />,
    },
    kind: {
      header: 'Kind',
      size: 116,
      meta: { card: 'start', skeleton: '80px' },
      cell: ({ row }) => kindLabel(row.original.value.kind ?? 'unreadable'),
    },
    amount: {
      header: 'Amount',
      size: 188,
      meta: { card: 'end', align: 'end', skeleton: '140px' },
      cell: ({ row: { original } }) => (
        <Amount value={original.value.amount} currency={original.value.currency} sign="+" />
      ),
    },
    fee: {
      header: 'Of which fee',
      size: 128,
      meta: { align: 'end', skeleton: '80px' },
      cell: ({ row: { original } }) =>
        original.value.fee === '0' ? null : (
          <Amount value={original.value.fee} currency={original.value.currency} />
        ),
    },
    wallet: {
      header: 'Wallet',
      size: 160,
      meta: { card: 'start', skeleton: '140px' },
      cell: ({ row: { original } }) =>
        original.value.wallet === null ? (
          original.value.type !== 'none' && 'Pool'
        ) : (
          <Party address={original.value.wallet} network={original.value.network} />
        ),
    },
    place: {
      header: 'Place',
      size: 92,
      meta: { card: 'end', skeleton: '60px' },
      cell: ({ row }) => placeLabel(row.original.value.place ?? 'unreadable'),
    },
    type: {
      header: 'Wallet type',
      size: 108,
      meta: { skeleton: '70px' },
      cell: ({ row: { original } }) =>
        original.value.type === 'none' ? null : typeLabel(original.value.type ?? 'unreadable'),
    },
    network: {
      header: 'Network',
      size: 120,
      meta: { card: 'end', skeleton: '70px' },
      cell: ({ row }) => networkKeyLabel(row.original.value.network ?? 'unreadable'),
    },
    reference: {
      header: 'Posted for',
      size: 216,
      meta: { card: 'end', skeleton: '160px' },
      cell: ({ row }) => <EntryReference value={row.original.value} />,
    },
    posting_id: {
      header: 'Posting ID',
      size: 176,
      meta: { skeleton: '130px' },
      cell: ({ row }) => <Address value={row.original.value.posting_id} what="posting ID" />,
    },
    ...elsewhere('entry_id', 'currency', 'refers_to'),
  },
  hidden: ['posting_id'],
  pinned: ['booked_at'],
  search: {
    label: 'Find by wallet or document ID',
    textOf: ({ reference, wallet }) => reference ?? wallet,
    filtersOf: (text) =>
      documentId.test(text) ? { reference: text, wallet: undefined } : { wallet: text, reference: undefined },
    least: 8,
    amountHint:
      'Search covers addresses and IDs, not amounts. To find an amount, clear the search, export the list and filter the file.',
  },
  timeLabel: 'Booked',
  hasManyFilters: true,
  filters: {
    reference: 'search',
    wallet: 'search',
    type: { all: 'All wallet types', known: walletTypes, label: typeLabel },
    network: {
      all: 'All networks',
      known: [...withdrawalNetworks, sharedPoolKey],
      found: ({ network }) => network,
      label: networkKeyLabel,
    },
    currency: { all: 'All currencies', known: currencies, found: ({ currency }) => currency },
    place: { all: 'All places', known: entryPlaces, label: placeLabel },
    kind: { all: 'All kinds', known: postingKinds, found: ({ kind }) => kind, label: kindLabel },
    movement: { all: 'All figures', known: statementMovements, label: movementLabel },
  },
  OtherFilters: EntryFilters,
  above: <BooksTabs />,
  Summary: EntryTotals,
  partiesOf: ({ wallet }) => [wallet ?? undefined],
  exported: 'ledger-entries',
  addressesOf: ({ wallet }) => [wallet],
  timesOf: ({ booked_at: booked, created_at: created }) => [booked, created],
  empty: (
    <EmptyState icon={<IconListDetails size={20} />} title="No ledger entries yet">
      Every movement of your funds appears here as soon as it is booked.
    </EmptyState>
  ),
});

export const { loader } = list;

/** Every entry of the ledger on the account’s own funds. */
export function Component() {
  const { mode } = useSession();
  if (mode !== 'remote') return <list.Component />;
  return (
    <Page>
      <BooksTabs />
      <EmptyState icon={<IconListDetails size={20} />} title="Ledger entries aren’t available">
        Your wallet service is a remote provider that keeps its own ledger.
      </EmptyState>
    </Page>
  );
}

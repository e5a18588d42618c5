import { IconAddressBook } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useParams } from 'react-router';
import type { BookEntry } from '#contract/gateway/address-book.ts';
import { withdrawalNetworks } from '#domain/networks.ts';
import { networkLabel, networkName } from '#dashboard/lib/network-words.ts';
import { defineList } from '#dashboard/list/define-list.tsx';
import { amlColumn } from '#dashboard/list/screening.tsx';
import { Address } from '#dashboard/ui/address.tsx';
import { columnsOf } from '#dashboard/ui/data-table/table-columns.ts';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { TimeHeader } from '#dashboard/ui/time-header.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { ownAddress } from '#dashboard/entities/aml/column/list-subjects.ts';
import { usePermission } from '#dashboard/session/use-permission.ts';
import classes from './address-book.module.css';
import { addressBook } from '#dashboard/entities/address-book/address-book.queries.ts';
import {
  bookPath,
  entryKeyPath,
  importPath,
  newEntryPath,
} from '#dashboard/entities/address-book/book-paths.ts';
import { CoolingOff } from './cooling-off.tsx';
import { ExportBookButton } from './export-book-button.tsx';
import { RulesLine } from './rules-line.tsx';

const NewEntry = lazy(async () => ({ default: (await import('./new-entry.tsx')).NewEntry }));
const EditEntry = lazy(async () => ({ default: (await import('./edit-entry.tsx')).EditEntry }));
const DeleteEntry = lazy(async () => ({ default: (await import('./delete-entry.tsx')).DeleteEntry }));
const ImportDialog = lazy(async () => ({
  default: (await import('./import/import-dialog.tsx')).ImportDialog,
}));
const RulesDialog = lazy(async () => ({ default: (await import('./rules-dialog.tsx')).RulesDialog }));

const column = columnsOf<BookEntry>();

export const { Component, loader } = defineList({
  source: addressBook,
  words: ['address', 'addresses'],
  path: bookPath,
  rowPath: entryKeyPath,
  columns: column.columns([
    column.display({
      id: 'name',
      header: 'Name',
      size: 224,
      meta: { isRowHeader: true, skeleton: '150px', sortKey: 'name' },
      cell: ({ row }) => {
        const { name } = row.original.value;
        return (
          // A name in a script from right to left is cut at its own end.
          <span className={classes['name']} title={name} dir="auto">
            {name ?? 'unreadable'}
          </span>
        );
      },
    }),
    column.display({
      id: 'network',
      header: 'Network',
      size: 104,
      meta: { skeleton: '70px' },
      cell: ({ row }) => networkName(row.original.value.network ?? 'unreadable'),
    }),
    column.display({
      id: 'address',
      header: 'Address',
      size: 196,
      meta: { skeleton: '150px' },
      cell: ({ row: { original } }) => (
        <Address value={original.value.address} network={original.value.network} kind="address" />
      ),
    }),
    amlColumn<BookEntry>(),
    column.display({
      id: 'usable_from',
      header: 'Cooling-off',
      size: 130,
      meta: { skeleton: '60px' },
      cell: ({ row }) => <CoolingOff until={row.original.value.usable_from} />,
    }),
    column.display({
      id: 'note',
      header: 'Note',
      size: 220,
      meta: { skeleton: '120px' },
      cell: ({ row }) => (
        <span className={classes['note']} title={row.original.value.note} dir="auto">
          {row.original.value.note}
        </span>
      ),
    }),
    column.display({
      id: 'added_at',
      header: () => <TimeHeader word="Added" />,
      size: 200,
      meta: { label: 'Added', skeleton: '130px', sortKey: 'added_at' },
      cell: ({ row }) => <Time value={row.original.value.added_at} />,
    }),
  ]),
  pinned: ['name'],
  search: {
    label: 'Name, address or note',
    textOf: ({ search }) => search,
    filtersOf: (search) => ({ search }),
    least: 1,
  },
  filters: {
    search: 'search',
    network: { all: 'All networks', known: withdrawalNetworks, word: networkLabel },
  },
  screening: ownAddress,
  addressesOf: ({ address }) => [address],
  timesOf: ({ added_at: added }) => [added],
  rowKeys: { a: ({ address }) => (address === undefined ? undefined : { copy: address }) },
  Actions: ExportBookButton,
  creation: {
    permission: 'withdrawals:write',
    path: newEntryPath,
    label: 'Add address',
    isOver: true,
    fromFile: { path: importPath, label: 'Import' },
  },
  above: <RulesLine />,
  Dialogs: BookDialog,
  empty: <NoEntries />,
});

function NoEntries() {
  const mayWrite = usePermission('withdrawals:write');
  return (
    <EmptyState
      icon={<IconAddressBook size={20} />}
      title="No addresses yet"
      action={
        <PermittedLink to={newEntryPath} permission={mayWrite}>
          Add the first address
        </PermittedLink>
      }
    >
      Keep the addresses that you pay under names that your colleagues know. The account can be set to
      withdraw to these addresses only.
    </EmptyState>
  );
}

/** What lies over the list, by the page's address. */
function BookDialog() {
  const { '*': rest = '' } = useParams();
  return rest === '' ? null : <Suspense>{dialogAt(rest)}</Suspense>;
}

function dialogAt(path: string): ReactNode {
  if (path === 'new') return <NewEntry />;
  if (path === 'import') return <ImportDialog />;
  if (path === 'rules') return <RulesDialog />;
  const [entry = '', action] = path.split('/');
  if (action === undefined || action === '') return <EditEntry key={entry} entry={entry} />;
  return <DeleteEntry key={entry} entry={entry} />;
}

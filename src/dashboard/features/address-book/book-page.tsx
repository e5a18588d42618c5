import { IconAddressBook, IconDownload, IconLock, IconLockOpen } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import type { BookEntry } from '#contract/gateway/address-book.ts';
import { withdrawalNetworks } from '#domain/networks.ts';
import { networkLabel, networkName } from '#dashboard/lib/format.ts';
import { defineList } from '#dashboard/list/define-list.tsx';
import { elsewhere } from '#dashboard/list/list-columns.tsx';
import { amlColumn } from '#dashboard/list/screening.tsx';
import { Address } from '#dashboard/ui/address.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { PermittedButton, PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { TimeHeader } from '#dashboard/ui/time-header.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { ownAddress } from '#dashboard/entities/aml/aml-results.queries.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import classes from './address-book.module.css';
import { addressBook } from '#dashboard/entities/address-book/address-book.queries.ts';
import {
  bookPath,
  entryKeyPath,
  importPath,
  newEntryPath,
  rulesPath,
} from '#dashboard/entities/address-book/book-paths.ts';
import { CoolingOff } from './cooling-off.tsx';
import { Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { withdrawalRulesQuery } from '#dashboard/entities/settings/withdrawal-rules.tsx';
import { notifyFailure } from '#dashboard/ui/notify.tsx';

const NewEntry = lazy(async () => ({ default: (await import('./new-entry.tsx')).NewEntry }));
const EditEntry = lazy(async () => ({ default: (await import('./edit-entry.tsx')).EditEntry }));
const DeleteEntry = lazy(async () => ({ default: (await import('./delete-entry.tsx')).DeleteEntry }));
const ImportDialog = lazy(async () => ({
  default: (await import('./import/import-dialog.tsx')).ImportDialog,
}));
const RulesDialog = lazy(async () => ({ default: (await import('./rules-dialog.tsx')).RulesDialog }));

export const { Component, loader } = defineList({
  source: addressBook,
  nouns: ['address', 'addresses'],
  path: bookPath,
  rowPath: entryKeyPath,
  columns: {
    name: {
      header: 'Name',
      size: 200,
      meta: { card: 'start', isRowHeader: true, skeleton: '150px', sortKey: 'name' },
      cell: ({ row }) => {
        const { name } = row.original.value;
        return (
          // A name in a script from right to left is cut at its own end.
          <span className={classes['name']} title={name} dir="auto">
            {name ?? 'unreadable'}
          </span>
        );
      },
    },
    network: {
      header: 'Network',
      size: 92,
      meta: { card: 'end', skeleton: '70px' },
      cell: ({ row }) => networkName(row.original.value.network ?? 'unreadable'),
    },
    address: {
      header: 'Address',
      size: 176,
      meta: { card: 'start', skeleton: '150px' },
      cell: ({ row: { original } }) => (
        <Address value={original.value.address} network={original.value.network} kind="address" />
      ),
    },
    aml: amlColumn<BookEntry>(),
    usable_from: {
      header: 'Waiting period',
      size: 120,
      meta: { card: 'end', skeleton: '60px' },
      cell: ({ row }) => <CoolingOff until={row.original.value.usable_from} />,
    },
    note: {
      header: 'Note',
      size: 168,
      meta: { skeleton: '120px' },
      cell: ({ row }) => (
        <span className={classes['note']} title={row.original.value.note} dir="auto">
          {row.original.value.note}
        </span>
      ),
    },
    added_at: {
      header: () => <TimeHeader label="Added" />,
      size: 168,
      meta: { label: 'Added', skeleton: '130px', sortKey: 'added_at' },
      cell: ({ row }) => <Time value={row.original.value.added_at} />,
    },
    ...elsewhere('id', 'version', 'added_by', 'updated_at'),
  },
  pinned: ['name'],
  search: {
    label: 'Find by name, address or note',
    textOf: ({ search }) => search,
    filtersOf: (search) => ({ search }),
    least: 1,
  },
  filters: {
    search: 'search',
    network: { all: 'All networks', known: withdrawalNetworks, label: networkLabel },
  },
  screening: ownAddress,
  addressesOf: ({ address }) => [address],
  timesOf: ({ added_at: added }) => [added],
  rowKeys: { a: ({ address }) => (address === undefined ? undefined : { copy: address }) },
  Actions: ExportBookButton,
  creation: {
    permission: 'withdrawals:write',
    consolePermission: 'address-book:write',
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
  const mayWrite = usePermission(['withdrawals:write', 'address-book:write']);
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
      Save the addresses you pay under names your team recognizes. You can also allow withdrawals to saved
      addresses only.
    </EmptyState>
  );
}

/** The dialog over the list, by the page's URL. */
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

/**
 * What the address book means for withdrawals now. Shows nothing if the rules can't be loaded: the gateway enforces
 * them anyway.
 */
function RulesLine() {
  const mayChange = usePermission(['wallets:write', 'rules:write']);
  const { search } = useLocation();
  const { data } = useQuery(withdrawalRulesQuery);
  if (data === undefined)
    return (
      <Group
        component="p"
        wrap="nowrap"
        gap="sm"
        align="stretch"
        mih={20}
        mb={-4}
        c="dimmed"
        fz="sm"
        lh="20px"
        className={classes['rules']}
        aria-hidden
      />
    );
  const { book_only: isBookOnly, cooling_off_hours: hours } = data.in_force;
  const Icon = isBookOnly ? IconLock : IconLockOpen;
  return (
    <Group
      component="p"
      wrap="nowrap"
      gap="sm"
      align="stretch"
      mih={20}
      mb={-4}
      c="dimmed"
      fz="sm"
      lh="20px"
      className={classes['rules']}
    >
      <Icon size={16} aria-hidden />
      <span>
        {isBookOnly ? 'Withdrawals to saved addresses only' : 'Withdrawals to any address are allowed'}
        {isBookOnly && hours > 0 && `, after a waiting period of ${hours} h`}.{' '}
        {mayChange.allowed && <Link to={{ pathname: rulesPath, search }}>Change</Link>}
      </span>
    </Group>
  );
}

/** Saves all pages of the list as CSV, in its order and with its filters. */
function ExportBookButton() {
  const mayExport = usePermission('exports:create');
  const [search] = useSearchParams();
  const save = useMutation({
    mutationFn: async () => {
      const { exportBook } = await import('./export-book.ts');
      await exportBook(search);
    },
    onError: (error) => notifyFailure('The address book couldn’t be exported', error),
  });
  return (
    <PermittedButton
      permission={mayExport}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Export
    </PermittedButton>
  );
}

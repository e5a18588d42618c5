import { formatCount } from '#domain/format.ts';
import { IconLock, IconTrash, IconWallet } from '@tabler/icons-react';
import { defaultBalanceCurrency, type Wallet } from '#contract/wallet-service/wallets.ts';
import type { WalletServiceOperationId } from '#contract/wallet-service/unsupported.ts';
import { walletCurrencies, walletNetworks, walletStatuses, walletTypes } from '#domain/networks.ts';
import { networkLabel, networkName } from '#dashboard/lib/format.ts';
import { defineList } from '#dashboard/list/define-list.tsx';
import { elsewhere } from '#dashboard/list/list-columns.tsx';
import { amlColumn } from '#dashboard/list/screening.tsx';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Address } from '#dashboard/ui/address.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import { ownAddress } from '#dashboard/entities/aml/aml-results.queries.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { DepositWarning } from './drawer/deposit-warning.tsx';
import { useBlockKey } from './edit/block-wallet.tsx';
import { copiedWallet } from './copied-wallet.ts';
import { searchFilters } from './wallet-search.ts';
import { WalletSearchHint } from './wallet-search-hint.tsx';
import {
  importWalletsPath,
  newWalletPath,
  statusLabels,
  type WalletAction,
  walletPath,
  walletsPath,
  describeWalletType,
} from '#dashboard/entities/wallets/wallets.ts';
import classes from './wallets.module.css';
import { wallets } from './wallets.queries.ts';
import { holdingsOf, nonZero } from './holdings.ts';
import { Link, useLocation } from 'react-router';

const open =
  (action: WalletAction, needs: WalletServiceOperationId) =>
  ({ address }: Partial<Wallet>) =>
    address === undefined ? undefined : { path: walletPath(address, action), needs };

export const { Component, loader } = defineList({
  source: wallets,
  nouns: ['wallet', 'wallets'],
  path: walletsPath,
  rowPath: walletPath,
  columns: {
    name: {
      header: 'Name',
      size: 174,
      meta: { card: 'start', isRowHeader: true, skeleton: '140px', sortKey: 'name' },
      cell: ({ row }) => <Name name={row.original.value.name} />,
    },
    address: {
      header: 'Address',
      size: 172,
      meta: { card: 'start', skeleton: '150px' },
      cell: ({ row }) => <Address value={row.original.value.address} />,
    },
    network: {
      header: 'Network',
      size: 90,
      meta: { card: 'start', skeleton: '70px' },
      cell: ({ row }) => <Text text={row.original.value.network} format={networkName} />,
    },
    type: {
      header: 'Type',
      size: 92,
      meta: { skeleton: '64px' },
      cell: ({ row }) => (
        <Text text={row.original.value.type} format={(type) => describeWalletType(type).label} />
      ),
    },
    status: {
      header: 'Status',
      size: 100,
      meta: { card: 'end', skeleton: '72px' },
      cell: ({ row }) => <StatusBadge status={row.original.value.status} />,
    },
    aml: amlColumn<Wallet>(),
    balances: {
      header: 'Balances',
      size: 204,
      meta: {
        card: 'end',
        align: 'end',
        skeleton: '190px',
        sortKey: 'balance',
        sortTitle: `Sort by ${defaultBalanceCurrency}, or by the currency you filter by`,
      },
      cell: ({ row }) => <HoldingsCell balances={row.original.value.balances} />,
    },
    refunds: {
      header: 'Refunds',
      size: 84,
      meta: { align: 'end', skeleton: '12px' },
      cell: ({ row }) => <RefundsCell {...row.original.value} />,
    },
    ...elsewhere('refund'),
  },
  pinned: ['name'],
  search: {
    label: 'Find by name or address',
    Hint: WalletSearchHint,
    textOf: ({ address, search }) => address ?? search,
    filtersOf: searchFilters,
    least: 1,
  },
  tabs: {
    filter: 'status',
    choices: [
      { value: undefined, label: 'All', isCounted: true },
      ...walletStatuses.map((value) => ({ value, label: statusLabels[value].label, isCounted: true })),
    ],
  },
  filters: {
    search: 'search',
    address: 'search',
    status: 'tabs',
    network: {
      all: 'All networks',
      known: walletNetworks,
      found: ({ network }) => network,
      label: networkLabel,
    },
    type: {
      all: 'All types',
      known: walletTypes,
      found: ({ type }) => type,
      label: (type) => describeWalletType(type).label,
    },
    currency: {
      all: 'All currencies',
      known: walletCurrencies,
      found: ({ balances = {} }) => Object.keys(balances),
      label: (currency) => `With ${currency}`,
    },
  },
  screening: ownAddress,
  exported: 'wallets',
  addressesOf: ({ address }) => [address],
  copied: copiedWallet,
  rowKeys: {
    a: ({ address }) => (address === undefined ? undefined : { copy: address }),
    r: open('rename', 'renameWallet'),
    s: open('status', 'setWalletStatus'),
    d: open('delete', 'deleteWallet'),
    Delete: open('delete', 'deleteWallet'),
  },
  creation: {
    permission: 'wallets:write',
    needs: 'createWallet',
    path: newWalletPath,
    label: 'New wallet',
    fromFile: { path: importWalletsPath, label: 'Import CSV' },
    isOver: true,
    keys: ['n', 'c'],
  },
  above: <DepositWarning subject="many" />,
  bulkActions: [
    {
      label: 'Block',
      icon: IconLock,
      permission: 'wallets:write',
      needs: 'setWalletStatus',
      load: async () => (await import('./bulk/block-wallets.tsx')).BlockWallets,
    },
    {
      label: 'Delete',
      icon: IconTrash,
      permission: 'wallets:write',
      needs: 'deleteWallet',
      load: async () => (await import('./bulk/delete-wallets.tsx')).DeleteWallets,
    },
  ],
  useRowChanges: useBlockKey,
  empty: <NoWallets />,
});

function NoWallets() {
  const mayWrite = usePermission('wallets:write', { needs: 'createWallet' });
  return (
    <EmptyState
      icon={<IconWallet size={20} />}
      title="No wallets yet"
      action={
        <PermittedLink to={newWalletPath} permission={mayWrite}>
          Create the first wallet
        </PermittedLink>
      }
    >
      A wallet is an address on one network that receives deposits.
      {mayWrite.allowed && ' Create one to get an address and a QR code right away.'}
    </EmptyState>
  );
}

function Name({ name }: { name: string | undefined }) {
  if (name === undefined) return <span className={classes['dimmed']}>Name unreadable</span>;
  return (
    // A name in a script from right to left is cut at its own end.
    <span className={classes['name']} title={name} dir="auto">
      {name}
    </span>
  );
}

function Text({ text, format }: { text: string | undefined; format: (text: string) => string }) {
  return text === undefined ? <span className={classes['dimmed']}>unreadable</span> : format(text);
}

function HoldingsCell({ balances }: { balances: Wallet['balances'] | undefined }) {
  if (balances === undefined) return <span className={classes['dimmed']}>unreadable</span>;
  const holdings = nonZero(holdingsOf(balances));
  if (holdings.length === 0) return <span className={classes['dimmed']}>0</span>;
  return (
    <span className={classes['holdings']}>
      {holdings.map((holding) => (
        <Amount key={holding.currency} value={holding.amount} currency={holding.currency} />
      ))}
    </span>
  );
}

/** How many refunds a wallet has; its drawer lists them. */
function RefundsCell({ address, refund }: Partial<Pick<Wallet, 'address' | 'refund'>>) {
  const { search } = useLocation();
  const count = refund?.length ?? 0;
  if (count === 0) return null;
  const label = formatCount(count, 'refund');
  if (address === undefined) return label;
  return (
    <Link to={{ pathname: walletPath(address), search, hash: 'refunds' }} aria-label={`Show ${label}`}>
      {count}
    </Link>
  );
}

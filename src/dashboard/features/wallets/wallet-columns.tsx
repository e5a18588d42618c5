import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { Address } from '../../ui/address.tsx';
import { columnsOf, namedColumnsOf } from '../../ui/data-table/table-columns.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { amlColumn } from '../aml/column/aml-column.tsx';
import { HoldingsCell } from './holdings-cell.tsx';
import { RefundsCell } from './refunds-cell.tsx';
import { networkName } from '../../lib/network-words.ts';
import { wordsOfType } from './wallet-words.ts';
import classes from './wallets.module.css';

const column = columnsOf<Wallet>();

// No column sorts: the interface has no sorting for wallets.
export const walletColumns = column.columns([
  column.display({
    id: 'name',
    header: 'Name',
    meta: { isRowHeader: true, label: 'Name', size: 174, skeleton: '140px' },
    cell: ({ row }) => <Name name={row.original.value.name} />,
  }),
  column.display({
    id: 'address',
    header: 'Address',
    meta: { label: 'Address', size: 168, skeleton: '150px' },
    cell: ({ row }) => <Address value={row.original.value.address} />,
  }),
  column.display({
    id: 'network',
    header: 'Network',
    meta: { label: 'Network', size: 90, skeleton: '70px' },
    cell: ({ row }) => <Text text={row.original.value.network} words={networkName} />,
  }),
  column.display({
    id: 'type',
    header: 'Type',
    meta: { label: 'Type', size: 92, skeleton: '64px' },
    cell: ({ row }) => <Text text={row.original.value.type} words={(type) => wordsOfType(type).label} />,
  }),
  column.display({
    id: 'status',
    header: 'Status',
    meta: { label: 'Status', size: 100, skeleton: '72px' },
    cell: ({ row }) => <StatusBadge status={row.original.value.status} />,
  }),
  amlColumn<Wallet>(),
  column.display({
    id: 'balances',
    header: 'Balances',
    meta: { align: 'end', label: 'Balances', size: 204, skeleton: '190px' },
    cell: ({ row }) => <HoldingsCell balances={row.original.value.balances} />,
  }),
  column.display({
    id: 'refunds',
    header: 'Refunds',
    meta: { align: 'end', label: 'Refunds', size: 84, skeleton: '12px' },
    cell: ({ row }) => <RefundsCell {...row.original.value} />,
  }),
]);

export const namedWalletColumns = namedColumnsOf(walletColumns, { pinned: ['name'] });

function Name({ name }: { name: string | undefined }) {
  if (name === undefined) return <span className={classes['dimmed']}>Name unreadable</span>;
  return (
    // A name in a script from right to left is cut at its own end.
    <span className={classes['name']} title={name} dir="auto">
      {name}
    </span>
  );
}

function Text({ text, words }: { text: string | undefined; words: (text: string) => string }) {
  return text === undefined ? <span className={classes['dimmed']}>unreadable</span> : words(text);
}

import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { Address } from '../../ui/address.tsx';
import { columnsOf } from '../../ui/data-table/table-columns.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
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
    meta: { isRowHeader: true, width: 'min(200px, 42vw)', skeleton: '150px' },
    cell: ({ row }) => <Name name={row.original.value.name} />,
  }),
  column.display({
    id: 'address',
    header: 'Address',
    meta: { width: '168px', skeleton: '150px' },
    cell: ({ row }) => <Address value={row.original.value.address} />,
  }),
  column.display({
    id: 'network',
    header: 'Network',
    meta: { width: '94px', skeleton: '70px' },
    cell: ({ row }) => <Text text={row.original.value.network} words={networkName} />,
  }),
  column.display({
    id: 'type',
    header: 'Type',
    meta: { width: '98px', skeleton: '64px' },
    cell: ({ row }) => <Text text={row.original.value.type} words={(type) => wordsOfType(type).label} />,
  }),
  column.display({
    id: 'status',
    header: 'Status',
    meta: { width: '100px', skeleton: '72px' },
    cell: ({ row }) => <StatusBadge status={row.original.value.status} />,
  }),
  column.display({
    id: 'balances',
    header: 'Balances',
    meta: { align: 'end', width: '230px', skeleton: '220px' },
    cell: ({ row }) => <HoldingsCell balances={row.original.value.balances} />,
  }),
  column.display({
    id: 'refunds',
    header: 'Refunds',
    meta: { align: 'end', width: '80px', skeleton: '12px' },
    cell: ({ row }) => <RefundsCell {...row.original.value} />,
  }),
]);

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

import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { Address } from '../../ui/address.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { HoldingsCell } from './holdings-cell.tsx';
import { RefundsCell } from './refunds-cell.tsx';
import { networkName, wordsOfType } from './wallet-words.ts';
import classes from './wallets.module.css';

// No column sorts: the interface has no sorting for wallets.
export const walletColumns: Column<Wallet>[] = [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    width: 'min(200px, 42vw)',
    skeleton: '150px',
    cell: (wallet) => <Name name={wallet.name} />,
  },
  {
    id: 'address',
    header: 'Address',
    width: '168px',
    skeleton: '150px',
    cell: (wallet) => <Address value={wallet.address} />,
  },
  {
    id: 'network',
    header: 'Network',
    width: '94px',
    skeleton: '70px',
    cell: (wallet) => <Text text={wallet.network} words={networkName} />,
  },
  {
    id: 'type',
    header: 'Type',
    width: '98px',
    skeleton: '64px',
    cell: (wallet) => <Text text={wallet.type} words={(type) => wordsOfType(type).label} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: '100px',
    skeleton: '72px',
    cell: (wallet) => <StatusBadge status={wallet.status} />,
  },
  {
    id: 'balances',
    header: 'Balances',
    align: 'end',
    width: '230px',
    skeleton: '220px',
    cell: (wallet) => <HoldingsCell balances={wallet.balances} />,
  },
  {
    id: 'refunds',
    header: 'Refunds',
    align: 'end',
    width: '80px',
    skeleton: '12px',
    cell: (wallet) => <RefundsCell {...wallet} />,
  },
];

function Name({ name }: { name: string | undefined }) {
  if (name === undefined) return <span className={classes['dimmed']}>Name unreadable</span>;
  return (
    <span className={classes['name']} title={name}>
      {name}
    </span>
  );
}

function Text({ text, words }: { text: string | undefined; words: (text: string) => string }) {
  return text === undefined ? <span className={classes['dimmed']}>unreadable</span> : words(text);
}

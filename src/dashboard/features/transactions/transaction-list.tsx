import { IconArrowsLeftRight } from '@tabler/icons-react';
import { lazy, useRef } from 'react';
import { namedColumnsOf } from '../../ui/data-table/table-columns.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HistoryList } from '../lists/history-list.tsx';
import { useHistoryList } from '../lists/use-history-list.ts';
import { WalletNamesProvider } from '../wallets/wallet-names.tsx';
import { transactionColumns } from './transaction-columns.tsx';
import { transactionPath, transactionsPath } from './transaction-paths.ts';
import { transactions } from './transactions.history.ts';

const filtersCode = import('./transaction-filters.tsx');
const TransactionFilters = lazy(async () => ({ default: (await filtersCode).TransactionFilters }));

const namedColumns = namedColumnsOf(transactionColumns, {
  hidden: ['transaction_id'],
  pinned: ['created_at'],
});

const tabs = [
  { status: undefined, label: 'All' },
  { status: 'in_progress', label: 'In progress', isCounted: true },
  { status: 'completed', label: 'Completed' },
  { status: 'error', label: 'Failed' },
];

export function TransactionList() {
  const list = useHistoryList(transactions);
  const searchInput = useRef<HTMLInputElement>(null);
  const { result } = list;
  const rows = result.data?.rows ?? [];

  return (
    <WalletNamesProvider isWanted={result.data !== undefined}>
      <HistoryList
        history={transactions}
        list={list}
        title="Transactions"
        exported="transactions"
        addressesOf={({ value }) => [value.sender_wallet, value.recipient_wallet, value.hash]}
        words={['transaction', 'transactions']}
        path={transactionsPath}
        columns={transactionColumns}
        namedColumns={namedColumns}
        rowPath={transactionPath}
        tabs={tabs}
        filters={
          <TransactionFilters
            list={list}
            met={{
              networks: rows.map(({ value }) => value.network),
              currencies: rows.map(({ value }) => value.currency),
            }}
            searchInput={searchInput}
          />
        }
        focusSearch={() => searchInput.current?.select()}
        empty={
          <EmptyState icon={<IconArrowsLeftRight size={20} />} title="No transactions yet">
            Deposits to the account’s wallets and payments from them appear here as soon as the network has
            seen them.
          </EmptyState>
        }
      />
    </WalletNamesProvider>
  );
}

import { IconArrowsLeftRight } from '@tabler/icons-react';
import { lazy } from 'react';
import { namedColumnsOf } from '../../ui/data-table/table-columns.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { progressTabs } from '../../list/history-columns.tsx';
import { HistoryList } from '../../list/history-list.tsx';
import { useHistoryList } from '../../list/use-history-list.ts';
import { WalletNamesProvider } from '../wallets/wallet-names.tsx';
import { soon } from '../../lib/soon.ts';
import { transactionColumns } from './transaction-columns.tsx';
import { transactionPath, transactionsPath } from './transaction-paths.ts';
import { transactions } from './transactions.history.ts';

const filtersCode = soon(() => import('./transaction-filters.tsx'));
const TransactionFilters = lazy(async () => ({ default: (await filtersCode).TransactionFilters }));

const namedColumns = namedColumnsOf(transactionColumns, {
  hidden: ['transaction_id'],
  pinned: ['created_at'],
});

export function TransactionList() {
  const list = useHistoryList(transactions);

  return (
    <WalletNamesProvider isWanted={list.result.data !== undefined}>
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
        tabs={progressTabs}
        Filters={TransactionFilters}
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

import { IconUpload } from '@tabler/icons-react';
import { lazy } from 'react';
import { namedColumnsOf } from '../../ui/data-table/table-columns.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useReadable } from '../aml/column/aml-column.tsx';
import { HistoryList } from '../../list/history-list.tsx';
import { useHistoryList } from '../../list/use-history-list.ts';
import { WalletNamesProvider } from '../wallets/wallet-names.tsx';
import { withdrawalTools } from './load-tools.ts';
import { withdrawalColumns } from './withdrawal-columns.tsx';
import { withdrawalPath, withdrawalsPath } from './withdrawal-paths.ts';
import { withdrawals } from './withdrawals.history.ts';

const WithdrawalFilters = lazy(async () => ({ default: (await withdrawalTools).WithdrawalFilters }));

const namedColumns = namedColumnsOf(withdrawalColumns, {
  hidden: [
    'fee_payer',
    'received',
    'debited',
    'hash',
    'transaction_status',
    'request_id',
    'comment',
    'updated_at',
  ],
  pinned: ['created_at'],
});

const tabs = [
  { status: undefined, label: 'All' },
  { status: 'new', label: 'New', isCounted: true },
  { status: 'processing', label: 'Processing', isCounted: true },
  { status: 'completed', label: 'Completed' },
  { status: 'rejected', label: 'Rejected' },
  { status: 'error', label: 'Failed' },
];

export function WithdrawalList() {
  const list = useHistoryList(withdrawals);
  const readable = useReadable(namedColumns);

  return (
    <WalletNamesProvider isWanted={list.result.data !== undefined}>
      <HistoryList
        history={withdrawals}
        list={list}
        title="Withdrawals"
        exported="withdrawal-requests"
        timesOf={({ value }) => [value.created_at, value.updated_at]}
        addressesOf={({ value }) => [value.sender_wallet, value.recipient_wallet, value.hash ?? undefined]}
        words={['withdrawal', 'withdrawals']}
        path={withdrawalsPath}
        columns={withdrawalColumns}
        namedColumns={readable}
        rowPath={withdrawalPath}
        tabs={tabs}
        Filters={WithdrawalFilters}
        changes={withdrawalTools}
        empty={
          <EmptyState icon={<IconUpload size={20} />} title="No withdrawals yet">
            Requests to pay an address outside, from a wallet or from the exchange pool, appear here with what
            became of them.
          </EmptyState>
        }
      />
    </WalletNamesProvider>
  );
}

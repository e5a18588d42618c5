import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconSearchOff } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FailureAlert } from '../../ui/failure-alert.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { useCloseDialog } from '../../ui/use-close-dialog.ts';
import { ListAddresses } from '../lists/list-addresses.tsx';
import { historyRow } from '../lists/history.queries.ts';
import { WalletNamesProvider } from '../wallets/wallet-names.tsx';
import { TransactionDetails } from './transaction-details.tsx';
import { transactionsPath } from './transaction-paths.ts';
import { transactions } from './transactions.history.ts';

/** One transaction at its own address. */
export function TransactionDrawer() {
  const { id = '' } = useParams();
  const queryClient = useQueryClient();
  const close = useCloseDialog(transactionsPath);
  const { data, error, refetch } = useQuery(
    historyRow(queryClient, transactions, id, { transaction_id: id }),
  );
  const retry = () => void refetch();
  return (
    <DetailDrawer title="Transaction" onClose={() => close()}>
      {data && error !== null && <FailureAlert error={error} onRetry={retry} />}
      {data && (
        <WalletNamesProvider isWanted>
          <ListAddresses values={[]}>
            <TransactionDetails key={id} row={data} />
          </ListAddresses>
        </WalletNamesProvider>
      )}
      {data === null && (
        <EmptyState
          icon={<IconSearchOff size={20} />}
          title="No transaction has this id"
          action={
            <Button variant="default" onClick={() => close()}>
              Back to the list
            </Button>
          }
        >
          {id} is no transaction of this account.
        </EmptyState>
      )}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={retry} />}
      {data === undefined && error === null && <SkeletonLines label="Loading the transaction" />}
    </DetailDrawer>
  );
}

import { useParams } from 'react-router';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { HistoryDrawer } from '#dashboard/list/history-drawer.tsx';
import { findInList } from '#dashboard/list/history-rows.queries.ts';
import { ListAddresses } from '#dashboard/list/list-addresses.tsx';
import { WalletNamesProvider } from '#dashboard/entities/wallets/wallet-names.tsx';
import { TransactionDetails } from './transaction-details.tsx';
import { transactionsPath } from '#dashboard/entities/transactions/transaction-paths.ts';
import { transactions } from '#dashboard/entities/transactions/transactions.history.ts';

const readTransaction = findInList(transactions, listTransactions);

/** One transaction at its own address. */
export function Component() {
  const { id = '' } = useParams();
  return (
    <HistoryDrawer
      key={id}
      history={transactions}
      id={id}
      listPath={transactionsPath}
      word="transaction"
      readOne={readTransaction}
    >
      {(row) => (
        <WalletNamesProvider isWanted>
          <ListAddresses values={[]}>
            <TransactionDetails row={row} />
          </ListAddresses>
        </WalletNamesProvider>
      )}
    </HistoryDrawer>
  );
}

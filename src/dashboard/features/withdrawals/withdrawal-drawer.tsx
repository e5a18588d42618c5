import { useParams } from 'react-router';
import { HistoryDrawer } from '../lists/history-drawer.tsx';
import { ListAddresses } from '../lists/list-addresses.tsx';
import { WalletNamesProvider } from '../wallets/wallet-names.tsx';
import { isMoving, liveEveryMs } from './moving.ts';
import { readWithdrawal } from './read-withdrawal.ts';
import { WithdrawalDetails } from './withdrawal-details.tsx';
import { withdrawalsPath } from './withdrawal-paths.ts';
import { withdrawals } from './withdrawals.history.ts';

/** One withdrawal request at its own address. */
export function WithdrawalDrawer() {
  const { id = '' } = useParams();
  return (
    <HistoryDrawer
      key={id}
      history={withdrawals}
      id={id}
      listPath={withdrawalsPath}
      word="withdrawal"
      readOne={readWithdrawal}
      liveEveryMs={({ value }) => isMoving(value.status) && liveEveryMs}
    >
      {(row, isReading) => (
        <WalletNamesProvider isWanted>
          <ListAddresses values={[]}>
            <WithdrawalDetails row={row} isReading={isReading} />
          </ListAddresses>
        </WalletNamesProvider>
      )}
    </HistoryDrawer>
  );
}

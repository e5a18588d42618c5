import { useState } from 'react';
import { Outlet, useMatch, useParams } from 'react-router';
import { useHistoryContext } from '#dashboard/list/history-context.ts';
import { HistoryDrawer } from '#dashboard/list/history-drawer.tsx';
import { ListAddresses } from '#dashboard/list/list-addresses.tsx';
import { WalletNamesProvider } from '#dashboard/entities/wallets/wallet-names.tsx';
import { isMoving, liveEveryMs } from './moving.ts';
import { readWithdrawal } from './read-withdrawal.ts';
import { WithdrawalActions } from './withdrawal-actions.tsx';
import { WithdrawalDetails } from './withdrawal-details.tsx';
import { withdrawalPath, withdrawalsPath } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import type { WithdrawalContext } from './withdrawal-context.ts';
import { withdrawals } from '#dashboard/entities/withdrawals/withdrawals.history.ts';

/** One withdrawal request at its own address, and the dialogs about it. A dialog opened by itself shows no drawer behind. */
export function Component() {
  const { id = '' } = useParams();
  return <OneWithdrawal key={id} id={id} />;
}

function OneWithdrawal({ id }: { id: string }) {
  const isAlone = useMatch(`${withdrawalsPath}/:id`) !== null;
  const [wasShown, setWasShown] = useState(isAlone);
  if (isAlone && !wasShown) setWasShown(true);

  const context: WithdrawalContext = {
    ...useHistoryContext(),
    closeTo: wasShown ? withdrawalPath(id) : withdrawalsPath,
  };
  return (
    <>
      {wasShown && (
        <HistoryDrawer
          history={withdrawals}
          id={id}
          listPath={withdrawalsPath}
          word="withdrawal"
          readOne={readWithdrawal}
          isOnTop={isAlone}
          liveEveryMs={({ value }) => isMoving(value.status) && liveEveryMs}
        >
          {(row, isReading) => (
            <WalletNamesProvider isWanted>
              <ListAddresses values={[]}>
                <WithdrawalActions id={id} status={row.value.status} isOnTop={isAlone} />
                <WithdrawalDetails row={row} isReading={isReading} />
              </ListAddresses>
            </WalletNamesProvider>
          )}
        </HistoryDrawer>
      )}
      <Outlet context={context} />
    </>
  );
}

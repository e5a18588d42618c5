import { useState } from 'react';
import { Outlet, useLocation, useMatch, useNavigate, useParams } from 'react-router';
import { ListDrawer, useListContext } from '#dashboard/list/list-drawer.tsx';
import { ListAddresses } from '#dashboard/list/list-addresses.tsx';
import { WalletNamesProvider } from '#dashboard/entities/wallets/wallet-names.tsx';
import { isMoving, liveEveryMs, fetchWithdrawal, type WithdrawalContext } from './withdrawal.queries.ts';
import { WithdrawalDetails } from './withdrawal-details.tsx';
import { withdrawalPath, withdrawalsPath } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { withdrawals } from '#dashboard/entities/withdrawals/withdrawals.queries.ts';
import { Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useShortcuts } from '#dashboard/lib/use-shortcuts.ts';
import { PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { mayDelete } from './delete/delete-request.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';

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
    ...useListContext(),
    closeTo: wasShown ? withdrawalPath(id) : withdrawalsPath,
  };
  return (
    <>
      {wasShown && (
        <ListDrawer
          source={withdrawals}
          id={id}
          listPath={withdrawalsPath}
          word="withdrawal"
          readOne={fetchWithdrawal}
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
        </ListDrawer>
      )}
      <Outlet context={context} />
    </>
  );
}

type Props = { id: string; status: string | undefined; isOnTop: boolean };

/** What can be done with a request, at its own address and with a key. */
function WithdrawalActions({ id, status, isOnTop }: Props) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const permission = mayDelete(usePermission('withdrawals:write'), status);
  const isPossible = permission.allowed && isOnTop;
  const to = { pathname: withdrawalPath(id, 'delete'), search };

  useShortcuts(isPossible, (key) => {
    const isForUs = key === 'd' || key === 'Delete';
    if (isForUs) void navigate(to);
    return isForUs;
  });

  return (
    <Group gap="sm" align="stretch">
      <PermittedLink
        to={to}
        permission={permission}
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        aria-keyshortcuts="d"
      >
        Delete
        <kbd>D</kbd>
      </PermittedLink>
    </Group>
  );
}

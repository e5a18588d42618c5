import { useState } from 'react';
import { Outlet, useLocation, useMatch, useNavigate, useParams } from 'react-router';
import { ListDrawer, useListContext } from '#dashboard/list/list-drawer.tsx';
import { ListAddresses } from '#dashboard/list/list-addresses.tsx';
import { AddressNames, exchangeLabel, useAddressName } from '#dashboard/entities/wallets/address-names.tsx';
import { isMoving, liveEveryMs, fetchWithdrawal, type WithdrawalContext } from './withdrawal.queries.ts';
import { WithdrawalDetails } from './withdrawal-details.tsx';
import {
  newWithdrawalFrom,
  withdrawalPath,
  withdrawalsPath,
} from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { withdrawals } from '#dashboard/entities/withdrawals/withdrawals.queries.ts';
import { Group, Text } from '@mantine/core';
import { IconRepeat, IconTrash } from '@tabler/icons-react';
import type { ReadRow } from '#contract/read-answer.ts';
import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { formatAmount } from '#domain/format.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { moneyOf } from './withdrawal-money.ts';
import { formOf } from '#dashboard/lib/explorers.ts';
import { useShortcuts } from '#dashboard/lib/use-shortcuts.ts';
import { PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { mayDelete } from './delete/delete-request.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';

/**
 * One withdrawal request at its own URL, and the dialogs about it. A dialog opened directly shows no drawer behind it.
 */
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
      {wasShown && <RequestDrawer id={id} isOnTop={isAlone} />}
      <Outlet context={context} />
    </>
  );
}

function RequestDrawer({ id, isOnTop }: { id: string; isOnTop: boolean }) {
  return (
    <ListDrawer
      source={withdrawals}
      id={id}
      listPath={withdrawalsPath}
      noun="withdrawal"
      readOne={fetchWithdrawal}
      isOnTop={isOnTop}
      titleOf={titleOf}
      liveEveryMs={({ value }) => isMoving(value.status) && liveEveryMs}
    >
      {(row, isReading) => (
        <ListAddresses values={[]}>
          <WithdrawalActions id={id} value={row.value} isReading={isReading} isOnTop={isOnTop} />
          <WithdrawalDetails row={row} isReading={isReading} />
        </ListAddresses>
      )}
    </ListDrawer>
  );
}

function titleOf({ value }: ReadRow<WithdrawalDetail>) {
  return (
    <AddressNames of={[value.sender_wallet, value.recipient_wallet]}>
      <Title value={value} />
    </AddressNames>
  );
}

/** `Withdrawal of 1,250.5 USDT to Acme Supplies`, or to `TLa2f6…5wYjU7` if the recipient has no name. */
function Title({ value }: { value: Partial<WithdrawalDetail> }) {
  const { amount, currency, network, recipient_wallet: recipient } = value;
  const recipientName = useAddressName(recipient, network);
  if (amount === undefined || currency === undefined) return 'Withdrawal';
  const title = `Withdrawal of ${formatAmount(amount)} ${currency}`;
  return recipient === undefined ? title : `${title} to ${recipientName ?? shortenMiddle(recipient)}`;
}

/**
 * The form for the same payment again, with a new reference; undefined where the row doesn't say enough, and while the
 * first payment may still be on its way.
 */
function payAgainPath(value: Partial<WithdrawalDetail>): string | undefined {
  if (isMoving(value.status)) return undefined;
  const { sender, network, currency, amount, comment, recipient_wallet: recipient } = value;
  const isPayable = recipient !== undefined && formOf(recipient) === 'whole';
  if (!isPayable || amount === undefined) return undefined;
  const feePayer = moneyOf(value).feePayer;
  const wallet = value.sender_wallet === exchangeLabel ? undefined : value.sender_wallet;
  return newWithdrawalFrom({
    sender: sender === 'exchange' || wallet === undefined ? 'exchange' : 'user',
    network,
    currency,
    wallet,
    recipient,
    amount,
    fee: feePayer === 'sender' ? 'added' : 'included',
    comment: comment === null || comment === '' ? undefined : comment,
  });
}

type Props = { id: string; value: Partial<WithdrawalDetail>; isReading: boolean; isOnTop: boolean };

/** What can be done with a request, at its own address and with a key. */
function WithdrawalActions({ id, value, isReading, isOnTop }: Props) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { network } = value;
  const mayPay = usePermission('withdrawals:write', { needs: 'createWithdrawalRequest', on: { network } });
  const permission = mayDelete(
    usePermission('withdrawals:write', { needs: 'deleteWithdrawalRequest', on: { network } }),
    value.status,
  );
  const isNew = value.status === 'new';
  // A list may not say who paid the fee: the same payment is offered once the request itself does.
  const isFeePending = isReading && moneyOf(value).feePayer === undefined;
  const again = isFeePending ? undefined : payAgainPath(value);
  const isPossible = permission.allowed && isOnTop;
  const to = { pathname: withdrawalPath(id, 'delete'), search };

  useShortcuts(isPossible, (key) => {
    const isForUs = key === 'd' || key === 'Delete';
    if (isForUs) void navigate(to);
    return isForUs;
  });

  return (
    <Group gap="sm" align="stretch">
      {again !== undefined && (
        <PermittedLink
          to={again}
          permission={mayPay}
          variant="default"
          leftSection={<IconRepeat size={16} aria-hidden />}
        >
          Pay again
        </PermittedLink>
      )}
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
      {!permission.allowed && permission.isUnsupported === true && isNew && (
        <Text c="dimmed" size="sm">
          {permission.reason}
        </Text>
      )}
    </Group>
  );
}

import { Group, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { deleteWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { useIsChanging, useRefresh } from '#dashboard/api/changes.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { ConfirmDialog } from '#dashboard/ui/confirm-dialog.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { listRow, rowKey } from '#dashboard/list/list-row.queries.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { AddressNames, exchangeLabel, useAddressName } from '#dashboard/entities/wallets/address-names.tsx';
import {
  isMoving,
  liveEveryMs,
  fetchWithdrawal,
  useWithdrawalContext,
  type WithdrawalContext,
} from '../withdrawal.queries.ts';
import { withdrawalsPath } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { withdrawals } from '#dashboard/entities/withdrawals/withdrawals.queries.ts';
import { deleteRequest, refusalOf } from './delete-request.ts';
import { networkName } from '#dashboard/lib/format.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { moneyOf } from '../withdrawal-money.ts';
import classes from './delete-withdrawal.module.css';

const title = 'Delete withdrawal';

/** Asks before a request is deleted, with what that releases. */
export function Component() {
  const { id = '' } = useParams();
  const queryClient = useQueryClient();
  const mayWrite = usePermission('withdrawals:write');
  const remove = useDeleteWithdrawal();
  const { closeTo, refresh } = useWithdrawalContext();
  const { data, error, isFetching, refetch } = useQuery({
    ...listRow(queryClient, withdrawals, id, fetchWithdrawal),
    refetchInterval: ({ state }) => isMoving(state.data?.row?.value.status) && liveEveryMs,
  });

  const { lookup, row } = data ?? {};

  // What the service said to the deletion stays, whatever the request has become.
  if (mayWrite.allowed && row && (row.value.status === 'new' || remove.error !== null || remove.isPending)) {
    return (
      <AddressNames of={[row.value.sender_wallet]}>
        <Confirmation
          id={id}
          value={row.value}
          isReading={isFetching}
          remove={remove}
          closeTo={closeTo}
          refresh={refresh}
        />
      </AddressNames>
    );
  }
  const content = () => {
    if (!mayWrite.allowed) return <NoPermission lacking={mayWrite.lacking} act="change" />;
    if (row) return <NotNew status={row.value.status} closeTo={closeTo} />;
    if (lookup?.state === 'unknown') return <p>{lookup.reason}</p>;
    if (lookup?.state === 'absent') return <p>Withdrawal {id} not found. It may have been deleted.</p>;
    if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <SkeletonLines label="Loading withdrawal" />;
  };
  return (
    <RouteDialog title={title} closeTo={closeTo}>
      {content()}
    </RouteDialog>
  );
}

type Props = WithdrawalContext & {
  id: string;
  value: Partial<WithdrawalDetail>;
  isReading: boolean;
  remove: ReturnType<typeof useDeleteWithdrawal>;
};

function Confirmation({ id, value, isReading, remove, closeTo, refresh }: Props) {
  const isDeleting = useIsChanging(deleteWithdrawalRequest);
  const close = useCloseDialog(withdrawalsPath);
  const finish = async () => {
    await refresh();
    notifySuccess(`Deleted withdrawal “${value.external_id ?? id}”`);
    close({ saved: true });
  };
  return (
    <ConfirmDialog
      title={title}
      danger
      confirmLabel="Delete withdrawal"
      closeTo={closeTo}
      action={remove}
      onConfirm={() => {
        if (isDeleting()) return;
        remove.mutate(id, { onSuccess: () => void finish() });
      }}
    >
      <DeletedRequest value={value} isReading={isReading} />
      <p>Nothing has been sent yet. Its reference may stay reserved, so use a new one next time.</p>
    </ConfirmDialog>
  );
}

function NotNew({ status, closeTo }: { status: string | undefined; closeTo: string }) {
  const close = useCloseDialog(closeTo);
  return (
    <>
      <Alert tone="warning">{refusalOf(status)}</Alert>
      <Group wrap="nowrap" gap={0} align="stretch" justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus onClick={() => close()}>
          Close
        </Button>
      </Group>
    </>
  );
}

type DeletedRequestProps = { value: Partial<WithdrawalDetail>; isReading: boolean };

/** The request to delete, and the funds it holds. */
function DeletedRequest({ value, isReading }: DeletedRequestProps) {
  const { amount, fee, currency, network, sender_wallet: sender } = value;
  const { debited, feePayer } = moneyOf(value);
  const walletName = useAddressName(sender, network);
  return (
    <>
      <DescriptionList>
        <Description name="Amount">
          <Amount value={amount} currency={currency} />
        </Description>
        <Description name="Fee" note={feePayer && feeNotes[feePayer]}>
          <Amount value={fee} currency={currency} />
        </Description>
        <Description name="Recipient" note={network === undefined ? undefined : `On ${networkName(network)}`}>
          <Address value={value.recipient_wallet} full network={network} kind="address" />
        </Description>
        <Description name="Reference">
          <Address value={value.external_id} what="reference" full />
        </Description>
        <Description name="Submitted">
          <Time value={value.created_at} />
        </Description>
      </DescriptionList>
      <Stack
        component="section"
        gap={4}
        py={10}
        px="md"
        bd="1px solid var(--line)"
        bdrs={8}
        fz="sm"
        aria-label="Released funds"
        className={classes['released']}
      >
        <p>
          <span>Released</span>
          {debited === undefined ? (
            <span>{isReading ? '…' : 'the amount, plus the fee if the sender pays it'}</span>
          ) : (
            <strong>
              <Amount value={debited} currency={currency} />
            </strong>
          )}
        </p>
        <p>
          <span>Returned to</span>
          {sender === exchangeLabel ? (
            'the exchange pool'
          ) : (
            <Address value={sender} name={walletName} network={network} kind="address" />
          )}
        </p>
      </Stack>
    </>
  );
}

const feeNotes = {
  recipient: 'Deducted from the amount',
  sender: 'Added to the amount',
  nobody: undefined,
};

function useDeleteWithdrawal() {
  return useMutation({
    ...useRefresh(deleteWithdrawalRequest, (requestId: string) => rowKey(withdrawals, requestId)),
    mutationFn: deleteRequest,
  });
}

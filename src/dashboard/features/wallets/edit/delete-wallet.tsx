import { Stack } from '@mantine/core';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { deleteWallet } from '#contract/wallet-service/wallet-changes.ts';
import { useIsChanging } from '#dashboard/api/changes.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { asSentence } from '#dashboard/lib/error-message.ts';
import { ConfirmDialog } from '#dashboard/ui/confirm-dialog.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { BalanceList } from '../drawer/balance-list.tsx';
import { whyNotDeleted } from '../holdings.ts';
import { useMayWithdrawFrom, withdrawalSource } from '../drawer/withdrawal-source.ts';
import { newWithdrawalFrom } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { walletsPath } from '#dashboard/entities/wallets/wallets.ts';
import { useDeleteWallet } from './wallets.mutations.ts';
import { ChangedWallet, WalletDialog } from './wallet-dialog.tsx';
import classes from './wallet-changes.module.css';
import { Alert } from '#dashboard/ui/alert.tsx';

const title = 'Delete wallet';

export function Component() {
  return (
    <WalletDialog title={title}>
      {(wallet, closeTo) => <DeleteConfirmation wallet={wallet} closeTo={closeTo} />}
    </WalletDialog>
  );
}

type Props = { wallet: Partial<Wallet> & { address: string }; closeTo: string };

function DeleteConfirmation({ wallet, closeTo }: Props) {
  const remove = useDeleteWallet();
  const isChanging = useIsChanging(deleteWallet);
  const close = useCloseDialog(walletsPath);
  const { address, name, balances } = wallet;
  const mayWithdraw = useMayWithdrawFrom(wallet);
  const refusal = refusalOf(remove.error);
  const whyNot = whyNotDeleted(balances);
  const hasName = name !== undefined && name.trim() !== '';

  return (
    <ConfirmDialog
      title={title}
      danger
      confirmLabel="Delete wallet"
      closeTo={closeTo}
      typeToConfirm={{
        text: hasName ? name : address,
        label: hasName ? `Type the wallet name “${name}” to confirm` : 'Type the wallet address to confirm',
      }}
      {...(whyNot !== undefined && {
        disabledReason: (
          <>
            {whyNot}{' '}
            <PermittedLink
              to={newWithdrawalFrom(withdrawalSource(address, wallet))}
              permission={mayWithdraw}
              variant="default"
              size="compact-sm"
            >
              Withdraw
            </PermittedLink>
          </>
        ),
      })}
      // The service's message about this wallet appears with its balances instead.
      action={{ isPending: remove.isPending, error: refusal === null ? remove.error : null }}
      onConfirm={() => {
        if (isChanging()) return;
        remove.mutate(
          { address },
          {
            onSuccess: () => {
              notifySuccess(`Deleted “${name ?? address}”.`);
              close({ saved: true });
            },
          },
        );
      }}
    >
      <ChangedWallet wallet={wallet} />
      <Stack
        component="section"
        gap="sm"
        pt={4}
        pb={10}
        px="md"
        bd="1px solid var(--line)"
        bdrs={8}
        aria-label="Balances"
        className={classes['holds']}
      >
        <BalanceList balances={balances} />
        {refusal !== null && (
          <Alert tone="negative" role="alert">
            The wallet wasn’t deleted. {asSentence(refusal)}
          </Alert>
        )}
      </Stack>
      <p>
        Funds sent to a deleted wallet are inaccessible until support restores it. Make sure no one will send
        funds to this address again.
      </p>
    </ConfirmDialog>
  );
}

/** The service's own reason for not deleting this wallet. */
function refusalOf(error: Error | null): string | null {
  return error instanceof ApiError ? (error.fields['address'] ?? null) : null;
}

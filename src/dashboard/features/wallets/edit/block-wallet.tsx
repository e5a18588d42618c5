import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { setWalletStatus } from '#contract/wallet-service/wallet-changes.ts';
import { walletStatuses } from '#domain/networks.ts';
import { useIsChanging } from '#dashboard/api/changes.ts';
import { describeWalletStatus } from '#dashboard/entities/wallets/wallets.ts';
import { limitReason } from '#dashboard/session/limits.ts';
import { usePermission, useSession } from '#dashboard/session/session.queries.ts';
import { notifyFailure, notifyNews, notifySuccess } from '#dashboard/ui/notify.tsx';
import { useSetWalletStatus } from './wallets.mutations.ts';

/** Blocks a wallet at once, and offers to undo it. */
export function useBlockWallet() {
  const access = 'wallets:write';
  const permission = usePermission(access, { needs: 'setWalletStatus' });
  const session = useSession();
  const isChanging = useIsChanging(setWalletStatus);
  const { mutate } = useSetWalletStatus();
  return ({ address, name = address, status, network }: Partial<Wallet>) => {
    if (address === undefined || isChanging()) return;
    if (!permission.allowed) return notifyNews(permission.reason);
    const limit = limitReason(session, { access, on: { network } });
    if (limit !== undefined) return notifyNews(limit);
    if (status === 'blocked') {
      return notifyNews(`“${name}” is already blocked. To unblock it, change its status (S).`);
    }
    const onError = (error: Error) => notifyFailure(`The status of “${name}” wasn’t changed`, error);
    const before = walletStatuses.find((known) => known === status);
    const undo = () => {
      if (before === undefined) return;
      mutate(
        { address, status: before },
        {
          onSuccess: () =>
            notifySuccess(`“${name}” is ${describeWalletStatus(before).label.toLowerCase()} again.`),
          onError,
        },
      );
    };
    mutate(
      { address, status: 'blocked' },
      {
        onSuccess: () =>
          notifySuccess(`“${name}” is now blocked.`, before && { label: 'Undo', shortcut: 'z', run: undo }),
        onError,
      },
    );
  };
}

/** B blocks the wallet of the row. */
export function useBlockKey() {
  const block = useBlockWallet();
  return { b: block };
}

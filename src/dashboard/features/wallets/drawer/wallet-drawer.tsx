import { useState } from 'react';
import { Outlet, useMatch, useParams } from 'react-router';
import { DetailDrawer } from '#dashboard/ui/detail-drawer.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { walletPath, walletsPath } from '#dashboard/entities/wallets/wallet-paths.ts';
import type { DrawerContext } from './drawer-context.ts';
import { DrawerSkeleton } from './drawer-skeleton.tsx';
import { UnknownWallet } from './unknown-wallet.tsx';
import { useDrawerKeys } from './use-drawer-keys.ts';
import { useWallet } from './use-wallet.ts';
import { WalletDetails } from './wallet-details.tsx';

/** One wallet at its own address, and the dialogs about it. A dialog opened from the list shows no drawer behind. */
export function Component() {
  const { address = '' } = useParams();
  return <OneWallet key={address} address={address} />;
}

function OneWallet({ address }: { address: string }) {
  const isAlone = useMatch('/wallets/:address') !== null;
  const [wasShown, setWasShown] = useState(isAlone);
  if (isAlone && !wasShown) setWasShown(true);

  const context: DrawerContext = { closeTo: wasShown ? walletPath(address) : walletsPath };
  return (
    <>
      {wasShown && <DrawerPanel isOnTop={isAlone} />}
      <Outlet context={context} />
    </>
  );
}

function DrawerPanel({ isOnTop }: { isOnTop: boolean }) {
  const wallet = useWallet();
  const close = useCloseDialog(walletsPath);
  useDrawerKeys(wallet.address, isOnTop);

  return (
    <DetailDrawer title={wallet.row?.value.name ?? 'Wallet'} onClose={() => close()} isOnTop={isOnTop}>
      {wallet.error !== null && wallet.lookup !== undefined && (
        <FailureAlert error={wallet.error} onRetry={() => void wallet.refetch()} />
      )}
      <Content wallet={wallet} />
    </DetailDrawer>
  );
}

function Content({ wallet }: { wallet: ReturnType<typeof useWallet> }) {
  const { lookup, row, error, address, refetch } = wallet;
  const unknown = lookup?.state === 'unknown' ? lookup.reason : undefined;
  if (row !== undefined) {
    return (
      <>
        {unknown !== undefined && (
          <Notice tone="warning" role="status">
            This is the wallet as the list showed it. It couldn’t be read again: {unknown}
          </Notice>
        )}
        <WalletDetails address={address} row={row} />
      </>
    );
  }
  if (lookup !== undefined) return <UnknownWallet address={address} unknown={unknown} />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <DrawerSkeleton />;
}

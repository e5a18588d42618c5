import type { ReactNode } from 'react';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { DialogSkeleton } from '#dashboard/ui/dialog-skeleton.tsx';
import { usePermission } from '#dashboard/session/use-permission.ts';
import { useDrawerContext } from '../drawer/drawer-context.ts';
import { UnknownWallet } from '../drawer/unknown-wallet.tsx';
import { useWallet } from '../drawer/use-wallet.ts';

type Props = {
  title: string;
  /** The form, mounted once the wallet is there. What could not be read of it is missing. */
  children: (wallet: Partial<Wallet> & { address: string }, closeTo: string) => ReactNode;
};

/** A dialog that changes the wallet of the page's address: asks for the permission and reads the wallet first. */
export function WalletDialog({ title, children }: Props) {
  const mayWrite = usePermission('wallets:write');
  const { closeTo } = useDrawerContext();
  const { address, lookup, row, error, refetch } = useWallet();
  if (mayWrite.allowed && row) return children({ ...row.value, address }, closeTo);

  const content = () => {
    if (!mayWrite.allowed) return <NoPermission permission="wallets:write" act="change" />;
    if (lookup !== undefined) {
      const unknown = lookup.state === 'unknown' ? lookup.reason : undefined;
      return <UnknownWallet address={address} unknown={unknown} />;
    }
    if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <DialogSkeleton label="Loading the wallet" />;
  };
  return (
    <RouteDialog title={title} closeTo={closeTo}>
      {content()}
    </RouteDialog>
  );
}

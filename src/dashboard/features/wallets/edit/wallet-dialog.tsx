import type { ReactNode } from 'react';
import type { Access } from '#contract/permissions.ts';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { DialogSkeleton } from '#dashboard/ui/dialog-skeleton.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { useDrawerContext, useWallet } from '../drawer/use-wallet.ts';
import { UnknownWallet } from '../drawer/unknown-wallet.tsx';
import { Group, Text } from '@mantine/core';
import { shortenMiddle } from '#domain/shorten.ts';
import { networkName } from '#dashboard/lib/format.ts';
import classes from './wallet-changes.module.css';

type Props = {
  title: string;
  /** What it needs; without it, the permission to change wallets. */
  access?: Access;
  /** The form, mounted once the wallet is there. What could not be read of it is missing. */
  children: (wallet: Partial<Wallet> & { address: string }, closeTo: string) => ReactNode;
};

/** A dialog that changes the wallet of the page's address: asks for the permission and reads the wallet first. */
export function WalletDialog({ title, access = 'wallets:write', children }: Props) {
  const { closeTo } = useDrawerContext();
  const { address, lookup, row, error, refetch } = useWallet();
  const mayWrite = usePermission(access, { on: row && { network: row.value.network } });
  if (mayWrite.allowed && row) return children({ ...row.value, address }, closeTo);

  const content = () => {
    if (!mayWrite.allowed)
      return <NoPermission lacking={mayWrite.lacking} limit={mayWrite.limit} act="change" />;
    if (lookup !== undefined) {
      const unknown = lookup.state === 'unknown' ? lookup.reason : undefined;
      return <UnknownWallet address={address} unknown={unknown} />;
    }
    if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <DialogSkeleton label="Loading wallet" />;
  };
  return (
    <RouteDialog title={title} closeTo={closeTo}>
      {content()}
    </RouteDialog>
  );
}

type ChangedWalletProps = { wallet: Partial<Wallet> & { address: string } };

/** The wallet that a dialog changes, so that no one changes the wrong one. */
export function ChangedWallet({ wallet: { address, name, network } }: ChangedWalletProps) {
  return (
    <Group component="p" gap="0px 10px" align="stretch" c="dimmed" fz="sm" className={classes['changed']}>
      <strong>{name ?? 'Wallet'}</strong>
      {network !== undefined && <span>{networkName(network)}</span>}
      <Text span ff="monospace" fz={12.5} inherit title={address}>
        {shortenMiddle(address)}
      </Text>
    </Group>
  );
}

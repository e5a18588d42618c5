import { Group, Stack } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import type { CreatedWallet } from '#contract/wallet-service/wallets.ts';
import { Button, LinkButton } from '#dashboard/ui/button.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { useCopy } from '#dashboard/ui/use-copy.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import { DepositWarning } from '../drawer/deposit-warning.tsx';
import { QrCode } from '../drawer/qr-code.tsx';
import { walletPath, walletsPath } from '#dashboard/entities/wallets/wallet-paths.ts';
import { networkLabel } from '#dashboard/lib/network-words.ts';
import classes from './wallet-changes.module.css';

type Props = { wallet: CreatedWallet; onAnother: () => void };

/** The new wallet's address, ready to hand out. */
export function CreatedWalletDialog({ wallet, onAnother }: Props) {
  const { search } = useLocation();
  const close = useCloseDialog(walletsPath);
  const { address, name, network } = wallet;
  const receivesDeposits = useSession().deposits !== 'undetected';
  return (
    <RouteDialog title="Wallet created" closeTo={walletsPath}>
      <Stack gap="lg" align="center">
        <output className={classes['createdWords']}>
          <strong>{name}</strong> {receivesDeposits ? 'is ready to receive deposits' : 'was created'} on{' '}
          {networkLabel(network)}.
        </output>
        <DepositWarning subject="one" />
        <QrCode address={address} />
        <code className={classes['createdAddress']}>{address}</code>
        <CopyButton address={address} />
        <Group gap="sm" align="stretch" justify="flex-end" mt={4} className={classes['createdActions']}>
          {/* In place of the form, which Back would open again. */}
          <LinkButton replace variant="subtle" to={{ pathname: walletPath(address), search }}>
            Open wallet
          </LinkButton>
          <Button variant="default" onClick={onAnother}>
            Create another
          </Button>
          <Button variant="default" onClick={() => close()}>
            Done
          </Button>
        </Group>
      </Stack>
    </RouteDialog>
  );
}

function CopyButton({ address }: { address: string }) {
  const { isCopied, copy } = useCopy(address);
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <Button data-autofocus leftSection={<Icon size={16} aria-hidden />} onClick={copy}>
      {isCopied ? 'Copied' : 'Copy address'}
    </Button>
  );
}

import { Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { walletPath } from '#dashboard/entities/wallets/wallets.ts';
import { saveFile } from '#dashboard/lib/files.ts';
import { networkInText } from '#dashboard/lib/format.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { DialogSkeleton } from '#dashboard/ui/dialog-skeleton.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { notifyFailure } from '#dashboard/ui/notify.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { AddressQrCode } from '#dashboard/ui/qr-code.tsx';
import { WholeAddress } from '#dashboard/ui/whole-address.tsx';
import { drawDepositSheet, sendOnly } from './deposit-sheet-image.ts';
import { DepositWarning } from './deposit-warning.tsx';
import classes from './deposit-sheet.module.css';
import { UnknownWallet } from './unknown-wallet.tsx';
import { useWallet } from './use-wallet.ts';

/** A wallet's address as a sheet to print or to send. */
export function Component() {
  const { address, row, lookup, error, refetch } = useWallet();
  const content = () => {
    if (row !== undefined) return <Sheet address={address} wallet={row.value} />;
    if (lookup !== undefined) {
      return (
        <UnknownWallet address={address} unknown={lookup.state === 'unknown' ? lookup.reason : undefined} />
      );
    }
    if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <DialogSkeleton label="Loading wallet" />;
  };
  return (
    <RouteDialog title="Deposit address" closeTo={walletPath(address)}>
      {content()}
    </RouteDialog>
  );
}

function Sheet({
  address,
  wallet: { name = 'Wallet', network },
}: {
  address: string;
  wallet: Partial<Wallet>;
}) {
  const networkText = network === undefined ? undefined : networkInText(network);
  const save = useMutation({
    mutationFn: async () =>
      saveFile({
        name: `deposit-address-${address}.png`,
        blob: await drawDepositSheet({ name, address, network: networkText }),
      }),
    onError: (failure) => notifyFailure('The image couldn’t be saved', failure),
  });
  return (
    <Stack gap="lg" align="center" className={classes['sheet']} data-printed-alone>
      <DepositWarning subject="one" />
      <Title order={2} size="h3" ta="center" dir="auto">
        {name}
      </Title>
      <div className={classes['code']}>
        <AddressQrCode address={address} />
      </div>
      <code className={classes['address']}>
        <WholeAddress value={address} />
      </code>
      <Text size="sm" ta="center">
        {sendOnly(networkText)}
      </Text>
      <Group gap="sm" className={classes['actions']}>
        <Button
          data-autofocus
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          Print
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          Save as image
        </Button>
      </Group>
    </Stack>
  );
}

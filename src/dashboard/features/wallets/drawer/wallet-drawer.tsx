import { useState } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { matchPath, Outlet, useLocation, useMatch, useParams } from 'react-router';
import { DetailDrawer } from '#dashboard/ui/detail-drawer.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import {
  walletPath,
  walletsPath,
  describeWalletStatus,
  describeWalletType,
} from '#dashboard/entities/wallets/wallets.ts';
import { type DrawerContext, useWallet } from './use-wallet.ts';
import { UnknownWallet } from './unknown-wallet.tsx';
import { Box, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReadRow } from '#contract/read-answer.ts';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { Problems } from '#dashboard/ui/problems.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import { networkInText, networkLabel } from '#dashboard/lib/format.ts';
import { AmlResult } from '#dashboard/entities/aml/aml-result.tsx';
import { DepositWarning } from './deposit-warning.tsx';
import { RefundList } from './refund-list.tsx';
import { prefetchActivity, WalletActivity } from './wallet-activity.tsx';
import { useDrawerKeys, WalletActions } from './wallet-actions.tsx';
import { WalletBalances } from './wallet-balances.tsx';
import { WalletCreated, WalletNotes } from './wallet-notes.tsx';
import { walletLedger, walletNotesQuery, walletQueries } from '../wallets.queries.ts';
import { ListAddresses } from '#dashboard/list/list-addresses.tsx';
import classes from './wallet-drawer.module.css';
import { IconPrinter } from '@tabler/icons-react';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { sessionQueries } from '#dashboard/session/session.queries.ts';
import { AddressQrCode } from '#dashboard/ui/qr-code.tsx';

export async function loader(queryClient: QueryClient, url: string): Promise<void> {
  const { pathname } = new URL(url);
  const { address = '', '*': dialog } = matchPath('/wallets/:address/*', pathname)?.params ?? {};
  void queryClient.prefetchQuery(walletQueries.detail(queryClient, address));
  // There is no drawer behind a dialog that is opened by its address.
  if (dialog !== '') return;
  void queryClient.prefetchQuery(walletNotesQuery(address));
  void queryClient.prefetchQuery(walletLedger(address));
  const session = await queryClient.ensureQueryData(sessionQueries.current());
  void prefetchActivity(queryClient, session, address);
}

/**
 * A drawer for one wallet at its own URL, and the dialogs about it. A dialog opened from the list shows no drawer
 * behind.
 */
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
  useDrawerKeys(wallet, isOnTop);

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
          <Alert tone="warning" role="status">
            This wallet couldn’t be refreshed, so you see it as the list showed it. {unknown}
          </Alert>
        )}
        <ListAddresses values={[]}>
          <WalletDetails address={address} row={row} />
        </ListAddresses>
      </>
    );
  }
  if (lookup !== undefined) return <UnknownWallet address={address} unknown={unknown} />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <DrawerSkeleton />;
}

type Props = { address: string; row: ReadRow<Wallet> };

function WalletDetails({ address, row: { value, problems } }: Props) {
  const { search } = useLocation();
  return (
    <Stack gap="xl">
      <WalletActions address={address} wallet={value} />
      <Problems what="this wallet" problems={problems} />

      <DepositWarning subject="one" />
      <Group
        component="section"
        wrap="nowrap"
        gap="lg"
        align="stretch"
        aria-label="Address"
        className={classes['address']}
      >
        <AddressQrCode address={address} />
        <Box miw={0}>
          <Title order={3} mb="sm" c="dimmed" size="xs" fw={500}>
            Address
          </Title>
          <Address value={address} full network={value.network} kind="address" />
          <AmlResult value={address} network={value.network} offersCheck />
          <Text c="dimmed" size="xs" lh="18px" className={classes['note']}>
            {value.network === undefined
              ? 'Its network is unknown. Don’t send anything to it.'
              : `Send only on ${networkInText(value.network)}.`}
          </Text>
          <Box mt="sm">
            <LinkButton
              to={{ pathname: walletPath(address, 'deposit'), search }}
              variant="default"
              size="compact-sm"
              leftSection={<IconPrinter size={14} aria-hidden />}
            >
              Print or save
            </LinkButton>
          </Box>
        </Box>
      </Group>

      <DescriptionList>
        <Description name="Network">
          {value.network === undefined ? 'unreadable' : networkLabel(value.network)}
        </Description>
        <Description
          name="Type"
          note={value.type === undefined ? '' : describeWalletType(value.type).meaning}
        >
          {value.type === undefined ? 'unreadable' : describeWalletType(value.type).label}
        </Description>
        <Description
          name="Status"
          note={value.status === undefined ? '' : describeWalletStatus(value.status).meaning}
        >
          <StatusBadge status={value.status} />
        </Description>
        <WalletCreated address={address} />
      </DescriptionList>

      <WalletNotes address={address} network={value.network} />

      <WalletBalances address={address} network={value.network} balances={value.balances} />

      <RefundList refunds={value.refund ?? []} />

      <WalletActivity address={address} />
    </Stack>
  );
}

/** A wallet's shape while it is read. */
function DrawerSkeleton() {
  return (
    <Stack component="output" gap="xl" aria-label="Loading wallet">
      <Skeleton w="70%" h={36} />
      <Group wrap="nowrap" gap="lg" align="stretch" className={classes['address']}>
        <Skeleton flex="none" w={164} h={164} />
        <Stack gap="lg" flex="1">
          <Skeleton h={12} />
          <Skeleton h={12} w="60%" />
        </Stack>
      </Group>
      <Stack gap="lg">
        <Skeleton h={12} />
        <Skeleton h={12} w="60%" />
        <Skeleton h={12} />
        <Skeleton h={12} w="60%" />
      </Stack>
    </Stack>
  );
}

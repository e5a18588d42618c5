import { Box, Group, Stack, Text, Title } from '@mantine/core';
import type { ReadRow } from '#contract/read-answer.ts';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Fact, Facts } from '#dashboard/ui/facts.tsx';
import { Problems } from '#dashboard/ui/problems.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import { networkLabel } from '#dashboard/lib/network-words.ts';
import { AmlResult } from '#dashboard/entities/aml/badge/aml-result.tsx';
import { wordsOfStatus, wordsOfType } from '#dashboard/entities/wallets/wallet-words.ts';
import { DepositWarning } from './deposit-warning.tsx';
import { QrCode } from './qr-code.tsx';
import { RefundList } from './refund-list.tsx';
import { WalletActions } from './wallet-actions.tsx';
import { WalletBalances } from './wallet-balances.tsx';
import classes from './wallet-drawer.module.css';

type Props = { address: string; row: ReadRow<Wallet> };

export function WalletDetails({ address, row: { value, problems } }: Props) {
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
        <QrCode address={address} />
        <Box miw={0}>
          <Title order={3} mb="sm" c="dimmed" size="xs" fw={500}>
            Address
          </Title>
          <Address value={address} full />
          <AmlResult value={address} network={value.network} offersCheck />
          <Text c="dimmed" size="xs" lh="18px" className={classes['note']}>
            {value.network === undefined
              ? 'Its network is unreadable: send nothing to it.'
              : `Only for transfers on ${networkLabel(value.network)}.`}
          </Text>
        </Box>
      </Group>

      <Facts>
        <Fact name="Network">{value.network === undefined ? 'unreadable' : networkLabel(value.network)}</Fact>
        <Fact name="Type" note={value.type === undefined ? '' : wordsOfType(value.type).meaning}>
          {value.type === undefined ? 'unreadable' : wordsOfType(value.type).label}
        </Fact>
        <Fact name="Status" note={value.status === undefined ? '' : wordsOfStatus(value.status).meaning}>
          <StatusBadge status={value.status} />
        </Fact>
      </Facts>

      <WalletBalances address={address} network={value.network} balances={value.balances} />

      <RefundList refunds={value.refund ?? []} />
    </Stack>
  );
}

import { Group, Text } from '@mantine/core';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { networkName } from '#dashboard/lib/network-words.ts';
import classes from './wallet-changes.module.css';

type Props = { wallet: Partial<Wallet> & { address: string } };

/** Which wallet a dialog is about, so that nobody changes the one beside it. */
export function ChangedWallet({ wallet: { address, name, network } }: Props) {
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

import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { walletLimit } from '#contract/wallet-service/wallets.ts';
import type { WalletNetwork } from '#domain/networks.ts';
import { walletQueries } from '../wallets.queries.ts';

/** How many of a network's wallets are taken. A full network stays choosable: the service has the last word. */
export function UsedOfLimit({ network }: { network: WalletNetwork }) {
  const used = useQuery(walletQueries.used(network));
  if (used.data === undefined) {
    return used.isError
      ? `Up to ${walletLimit}; how many are used could not be read`
      : `… of ${walletLimit} used`;
  }
  const words = `${used.data} of ${walletLimit} used`;
  return used.data < walletLimit ? (
    words
  ) : (
    <Text span c="var(--warning)" fw={500} inherit>
      {words}: full
    </Text>
  );
}

import { formatList } from '#domain/format.ts';
import { sharedPoolKey, sharedPoolNetworks } from '#contract/wallet-service/balances.ts';
import { isNetwork, walletNetworks } from '#domain/networks.ts';
import { networkName } from '#dashboard/lib/format.ts';
import { describeWalletType } from '#dashboard/entities/wallets/wallets.ts';

/** The networks that a network key covers. */
export function networksOf(key: string): readonly string[] {
  return key === sharedPoolKey ? sharedPoolNetworks : [key];
}

/** The networks that can have wallets. A network that is unknown here may have some. */
export function walletNetworksOf(key: string): readonly string[] {
  return networksOf(key).filter(
    (network) => !isNetwork(network) || walletNetworks.some((code) => code === network),
  );
}

/** `Ethereum`; the shared pool as `Tron and Ethereum, one pool`; anything unknown as it is. */
export function networkKeyLabel(key: string): string {
  const names = networksOf(key).map(networkName);
  return key === sharedPoolKey ? `${formatList(names)}, one pool` : (names[0] ?? key);
}

export function typeLabel(type: string): string {
  return describeWalletType(type).label;
}

/** A moment to the second that means the same everywhere: `2026-01-02 03:04:05 UTC`. */
export function momentText(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

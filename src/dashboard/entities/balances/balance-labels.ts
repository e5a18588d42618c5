import { networkKeyLabel, networksOf } from '#contract/wallet-service/place-labels.ts';
import { isNetwork, walletNetworks } from '#domain/networks.ts';
import { describeWalletType } from '#dashboard/entities/wallets/wallets.ts';

export { networkKeyLabel, networksOf };

/** The networks that can have wallets. A network that is unknown here may have some. */
export function walletNetworksOf(key: string): readonly string[] {
  return networksOf(key).filter(
    (network) => !isNetwork(network) || walletNetworks.some((code) => code === network),
  );
}

export function typeLabel(type: string): string {
  return describeWalletType(type).label;
}

/** A moment to the second that means the same everywhere: `2026-01-02 03:04:05 UTC`. */
export function momentText(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

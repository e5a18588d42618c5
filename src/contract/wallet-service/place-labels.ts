import { formatList } from '#domain/format.ts';
import { isNetwork, networks, type WalletType } from '#domain/networks.ts';
import { sharedPoolKey, sharedPoolNetworks } from './balances.ts';

export const walletTypeLabels = {
  user: 'Personal',
  accounting: 'Accounting',
} as const satisfies Record<WalletType, string>;

/** `Personal`; a type that is unknown here as it is. */
export function walletTypeLabel(type: string): string {
  return Object.entries(walletTypeLabels).find(([known]) => known === type)?.[1] ?? type;
}

/** The networks that a network key covers. */
export function networksOf(key: string): readonly string[] {
  return key === sharedPoolKey ? sharedPoolNetworks : [key];
}

/** `Ethereum`; the shared pool as `Tron and Ethereum, one pool`; anything unknown as it is. */
export function networkKeyLabel(key: string): string {
  const names = networksOf(key).map((network) => {
    const code = network.toLowerCase();
    return isNetwork(code) ? networks[code].name : network;
  });
  return key === sharedPoolKey ? `${formatList(names)}, one pool` : (names[0] ?? key);
}

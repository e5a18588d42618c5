import { isNetwork, networks } from '#domain/networks.ts';

/** `Tron · TRC20`; a network that we do not know as it is. */
export function networkLabel(network: string): string {
  const code = network.toLowerCase();
  if (!isNetwork(code)) return network;
  const { name, standard, nativeCurrency } = networks[code];
  return standard === nativeCurrency ? name : `${name} · ${standard}`;
}

export function networkName(network: string): string {
  const code = network.toLowerCase();
  return isNetwork(code) ? networks[code].name : network;
}

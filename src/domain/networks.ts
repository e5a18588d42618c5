import * as bitcoin from './networks/bitcoin.ts';
import * as bnbChain from './networks/bnb-chain.ts';
import * as ethereum from './networks/ethereum.ts';
import type {
  CurrencyFacts,
  NetworkFacts,
  Scheme,
  ServerFacts,
  WalletServerFacts,
} from './networks/network.ts';
import * as solana from './networks/solana.ts';
import { tokens } from './networks/tokens.ts';
import * as tron from './networks/tron.ts';

/** The facts of every network, in the published order. `serverNetworks` lists the same ones. */
export const networks = {
  trx: tron.facts,
  eth: ethereum.facts,
  bnb: bnbChain.facts,
  btc: bitcoin.facts,
  sol: solana.facts,
} as const;

// Apart from the facts, so that it stays out of the browser, which imports nothing of it.
const serverNetworks = {
  trx: tron.server,
  eth: ethereum.server,
  bnb: bnbChain.server,
  btc: bitcoin.server,
  sol: solana.server,
} as const satisfies ServerNetworks;

type ServerNetworks = {
  readonly [N in Network]: Facts<N> & { readonly fees: Readonly<Record<CurrencyOf<N>, unknown>> };
};
type Facts<N extends Network> = N extends WalletNetwork ? WalletServerFacts : ServerFacts;
type CurrencyOf<N extends Network> = keyof (typeof networks)[N]['decimals'];

type Networks = typeof networks;
export type Network = keyof Networks;
/** Those whose facts say this much. */
type Having<Fact> = { [N in Network]: Networks[N] extends Fact ? N : never }[Network];
export type WalletNetwork = Having<{ accountPath: string }>;
export type AmlNetwork = Having<{ amlPlace: number }>;
/** The schemes of networks that wallets live on. */
export type WalletScheme = Networks[WalletNetwork]['scheme'];

/** Networks that funds can be withdrawn to: all there are. */
export const withdrawalNetworks = Object.keys(networks) as readonly Network[];
/** The network that forms begin with. */
export const defaultNetwork = 'trx' satisfies WalletNetwork;
/** Networks that wallets live on. */
export const walletNetworks = withdrawalNetworks.filter(isWalletNetwork);
/** Networks that AML reports cover, in the published order. */
export const amlNetworks = withdrawalNetworks
  .filter(isAmlNetwork)
  .toSorted((a, b) => networks[a].amlPlace - networks[b].amlPlace);

export type Currency = { [N in Network]: CurrencyOf<N> }[Network];
type NativeCurrency = Networks[Network]['nativeCurrency'];

export const currencies = [...new Set(withdrawalNetworks.flatMap((network) => currenciesOf(network)))];

/** `user`: funds stay on the wallet's own address; `accounting`: deposits move to the exchange pool. */
export const walletTypes = ['user', 'accounting'] as const;
export type WalletType = (typeof walletTypes)[number];

export const walletStatuses = ['active', 'inactive', 'blocked'] as const;
export type WalletStatus = (typeof walletStatuses)[number];

export function isNetwork(text: string): text is Network {
  return Object.hasOwn(networks, text);
}

export function isWalletNetwork(network: Network): network is WalletNetwork {
  return 'accountPath' in networks[network];
}

export function isAmlNetwork(network: Network): network is AmlNetwork {
  return 'amlPlace' in networks[network];
}

/** The facts of a network, typed alike for all of them. */
export function networkFacts(network: Network): NetworkFacts {
  return networks[network];
}

/** The networks of a scheme: they write addresses alike, so that a key has the same address on all of them. */
export function networksOfScheme(scheme: Scheme): Network[] {
  return withdrawalNetworks.filter((network) => networks[network].scheme === scheme);
}

/** The network with this code, name, other name or token standard, in whatever case; undefined if there is none. */
export function networkNamed(written: string): Network | undefined {
  const name = written.trim().toLowerCase();
  return withdrawalNetworks.find((network) => namesOf(network).includes(name));
}

/** What users call the network, in lower case. */
export function namesOf(network: Network): string[] {
  const { code, name, standard, aliases } = networkFacts(network);
  return [code, name.toLowerCase(), standard.toLowerCase(), ...aliases];
}

/** What can be held on the network, in the order to show. */
export function currenciesOf(network: Network): readonly Currency[] {
  return Object.keys(networks[network].decimals) as Currency[];
}

/** Decimal places of a currency on a network; undefined when the network does not carry it. */
export function decimalsOf(network: Network, currency: string): number | undefined {
  const { decimals } = networkFacts(network);
  return Object.hasOwn(decimals, currency) ? decimals[currency] : undefined;
}

/** After how many milliseconds in progress a transaction is late; undefined for networks and directions not known here. */
export function lateAfterMs(network: string, direction: string): number | undefined {
  if (!isNetwork(network) || (direction !== 'in' && direction !== 'out')) return undefined;
  return networks[network].lateAfterMinutes[direction] * 60_000;
}

/** The currencies that a wallet can hold. */
export const walletCurrencies = currencies.filter((currency) =>
  walletNetworks.some((network) => currenciesOf(network).includes(currency)),
);

export function isCurrency(text: string): text is Currency {
  return currencies.some((currency) => currency === text);
}

export function serverFactsOf(network: WalletNetwork): WalletServerFacts;
export function serverFactsOf(network: Network): ServerFacts;
export function serverFactsOf(network: Network): ServerFacts {
  return serverNetworks[network];
}

/** What only the server needs to know of a currency. */
export function currencyFactsOf(currency: Currency): CurrencyFacts {
  const native = withdrawalNetworks.find((network) => networks[network].nativeCurrency === currency);
  if (native !== undefined) return serverFactsOf(native).currency;
  // A currency that is no network's own is a token.
  const facts: Readonly<Record<Exclude<Currency, NativeCurrency>, CurrencyFacts>> = tokens;
  return facts[currency as Exclude<Currency, NativeCurrency>];
}

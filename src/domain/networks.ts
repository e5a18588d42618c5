/** Networks that wallets live on. */
export const walletNetworks = ['trx', 'eth', 'bnb', 'btc'] as const;
/** Networks that AML reports cover, in the published order. */
export const amlNetworks = ['trx', 'eth', 'btc', 'bnb'] as const;
/** Networks that funds can be withdrawn to: all there are. */
export const withdrawalNetworks = [...walletNetworks, 'sol'] as const;

export type WalletNetwork = (typeof walletNetworks)[number];
export type AmlNetwork = (typeof amlNetworks)[number];
type WithdrawalNetwork = (typeof withdrawalNetworks)[number];
export type Network = WithdrawalNetwork;

export const currencies = ['USDT', 'USDC', 'TRX', 'ETH', 'BNB', 'BTC', 'SOL'] as const;
export type Currency = (typeof currencies)[number];

/** `user`: funds stay on the wallet's own address; `accounting`: deposits move to the exchange pool. */
export const walletTypes = ['user', 'accounting'] as const;
export type WalletType = (typeof walletTypes)[number];

export const walletStatuses = ['active', 'inactive', 'blocked'] as const;
export type WalletStatus = (typeof walletStatuses)[number];

export type NetworkFacts = {
  readonly code: Network;
  /** The common name. */
  readonly name: string;
  /** The token standard, published as `network_name`. */
  readonly standard: string;
  /** The currency that pays the network's fees. */
  readonly nativeCurrency: Currency;
  /** What can be held on the network, with the decimal places of its smallest unit there. */
  readonly decimals: Readonly<Partial<Record<Currency, number>>>;
  /** The keys of `decimals`, in the order to show. */
  readonly currencies: readonly Currency[];
  /** What an address looks like; never a whole address, which a user might send funds to. */
  readonly addressFormat: string;
  /**
   * After so many minutes in progress a transaction is late, by its direction. Several times what the network takes until
   * a payment is final, so that only what deserves a look is late:
   * - Tron: a block is solid after 19 of 27 representatives, about a minute (developers.tron.network, Consensus).
   * - Ethereum: two epochs, about 13 minutes (ethereum.org, Proof-of-stake), and as long again for a busy mempool.
   * - BNB Chain: seconds (docs.bnbchain.org, Fast finality); services wait some 15 blocks, less than a minute.
   * - Bitcoin: six blocks of 10 minutes on average; 99 of 100 times they come within 131 minutes (Erlang distribution).
   *   Whoever sends a deposit chooses its fee, and a low one waits for hours in the mempool.
   * - Solana: 32 slots, about 13 seconds (solana.com/docs, Commitment).
   */
  readonly lateAfterMinutes: { readonly in: number; readonly out: number };
};

export const networks = {
  trx: {
    code: 'trx',
    name: 'Tron',
    standard: 'TRC20',
    nativeCurrency: 'TRX',
    currencies: ['USDT', 'USDC', 'TRX'],
    decimals: { USDT: 6, USDC: 6, TRX: 6 },
    addressFormat: 'T…, 34 characters',
    lateAfterMinutes: { in: 30, out: 30 },
  },
  eth: {
    code: 'eth',
    name: 'Ethereum',
    standard: 'ERC20',
    nativeCurrency: 'ETH',
    currencies: ['USDT', 'USDC', 'ETH'],
    decimals: { USDT: 6, USDC: 6, ETH: 18 },
    addressFormat: '0x…, 42 characters',
    lateAfterMinutes: { in: 60, out: 60 },
  },
  bnb: {
    code: 'bnb',
    name: 'BNB Chain',
    standard: 'BEP20',
    nativeCurrency: 'BNB',
    currencies: ['USDT', 'USDC', 'BNB'],
    decimals: { USDT: 18, USDC: 18, BNB: 18 },
    addressFormat: '0x…, 42 characters',
    lateAfterMinutes: { in: 30, out: 30 },
  },
  btc: {
    code: 'btc',
    name: 'Bitcoin',
    standard: 'BTC',
    nativeCurrency: 'BTC',
    currencies: ['BTC'],
    decimals: { BTC: 8 },
    addressFormat: 'bc1…, 1… or 3…, 26 to 62 characters',
    lateAfterMinutes: { in: 360, out: 180 },
  },
  sol: {
    code: 'sol',
    name: 'Solana',
    standard: 'SPL',
    nativeCurrency: 'SOL',
    currencies: ['USDT', 'USDC', 'SOL'],
    decimals: { USDT: 6, USDC: 6, SOL: 9 },
    addressFormat: '32 to 44 letters and digits',
    lateAfterMinutes: { in: 15, out: 15 },
  },
} as const satisfies Record<Network, NetworkFacts>;

export function isNetwork(text: string): text is Network {
  return Object.hasOwn(networks, text);
}

/** The facts of a network, typed alike for all of them. */
export function networkFacts(network: Network): NetworkFacts {
  return networks[network];
}

/** What can be held on the network, in the order to show. */
export function currenciesOf(network: Network): readonly Currency[] {
  return networks[network].currencies;
}

/** Decimal places of a currency on a network; undefined when the network does not carry it. */
export function decimalsOf(network: Network, currency: string): number | undefined {
  const { decimals } = networkFacts(network);
  return isCurrency(currency) ? decimals[currency] : undefined;
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

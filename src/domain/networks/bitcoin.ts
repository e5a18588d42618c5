import type { NetworkFacts, WalletServerFacts } from './network.ts';

export const facts = {
  code: 'btc',
  name: 'Bitcoin',
  aliases: [],
  standard: 'BTC',
  scheme: 'bitcoin',
  nativeCurrency: 'BTC',
  decimals: { BTC: 8 },
  accountPath: "m/84'/0'/0'",
  amlPlace: 3,
  addressFormat: 'bc1…, 1… or 3…, 26 to 62 characters',
  lateAfterMinutes: { in: 360, out: 180 },
  unpayable: {
    burn: {
      // https://burned.money: hashes that were chosen, so that no one has their keys
      '1111111111111111111114oLvT2': 'hash of zeros',
      '1QLbz7JHiBTspS962RLKV8GndWFwi5j6Qr': 'hash of ones',
      bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs: 'hash of zeros',
      '1BitcoinEaterAddressDontSendf59kuE': 'Bitcoin eater',
      '1CounterpartyXXXXXXXXXXXXXXXUWLpVr': 'Counterparty’s proof of burn',
      '1BURNXXXXXXXXXXXXXXXXXXXXXXXTVanmh': 'burn',
    },
  },
} as const satisfies NetworkFacts;

export const server = {
  // Blocks come every 10 minutes on average (Erlang distribution). A low fee waits for hours in the mempool.
  finality: '1 h (six blocks; in 99 of 100 cases 131 min). The sender chooses the fee',
  explorer: {
    address: 'https://mempool.space/address/{address}',
    transaction: 'https://mempool.space/tx/{hash}',
  },
  fees: { BTC: ['0.0001', '0.0005'] },
  currency: { referencePrice: '100000', sandbox: { dollars: 95_000, swing: 0.019, exchanges: 6 } },
  sandbox: {
    customers: 80,
    relays: 14,
    entities: [
      'Northbeam Exchange',
      'Kairos Markets',
      'Bitfjord',
      'Kiosk One Payments',
      'Pocketkey Wallet',
      'Polar Night Mining Pool',
      'Handshake P2P',
      'Harbour OTC',
      'Corner Coin Machines',
      'Redline Bets',
      'Coinbazaar 24',
      'Fogbank Mixer',
      'Golden Yield Club',
      'Obsidian Bazaar',
      'Lumenpay hot wallet theft',
      'Grey Moth ransomware',
      'Karsk Exchange',
    ],
    wallets: {
      user: `
        Bitcoin reserve 1 | reserve
        Bitcoin reserve 2 | reserve
        Mining payouts Oslo | large
        Fjord Mining AS | large
        Lightning channel funding | medium
        Schmidt Precision GmbH | medium
        Beatriz Almeida | small
        Hodler referral bonus | dust
        Estate of J. Harrow | large | blocked
        Monthly savings plan | medium
        Watch repair Genève | small
        Pre-SegWit sweep | dust | inactive
        Insurance fund | reserve
        Quantum Leap Ventures | large`,
      accounting: `
        Bitcoin checkout | large
        Bitcoin invoices | medium
        ATM network Prague | medium
        ATM network Warsaw | small
        Point of sale Zürich | medium
        Charity week | empty
        Bullion dealer Ruiz | large`,
    },
  },
} as const satisfies WalletServerFacts;

import type { NetworkFacts, WalletServerFacts } from './network.ts';

export const facts = {
  code: 'trx',
  name: 'Tron',
  aliases: [],
  standard: 'TRC20',
  scheme: 'tron',
  nativeCurrency: 'TRX',
  decimals: { USDT: 6, USDC: 6, TRX: 6 },
  accountPath: "m/44'/195'/0'",
  amlPlace: 1,
  addressFormat: 'T…, 34 characters',
  lateAfterMinutes: { in: 30, out: 30 },
  unpayable: {
    token: {
      // https://tether.to/en/supported-protocols
      TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: 'USDT',
      // https://developers.circle.com/stablecoins/usdc-contract-addresses (until Circle left Tron)
      TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8: 'USDC',
      // https://tronscan.org/#/contract/TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR
      TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR: 'WTRX',
    },
    burn: {
      // “Blackhole” in the genesis block (java-tron, config.conf).
      TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy: 'black hole',
    },
  },
} as const satisfies NetworkFacts;

export const server = {
  // A block is solid after 19 of 27 representatives (developers.tron.network, Consensus).
  finality: '1 min (19 of 27 representatives)',
  explorer: {
    address: 'https://tronscan.org/#/address/{address}',
    transaction: 'https://tronscan.org/#/transaction/{hash}',
  },
  fees: { USDT: ['1.5', '10'], USDC: ['1.5', '10'], TRX: ['2', '20'] },
  currency: { referencePrice: '0.25', sandbox: { dollars: 0.3, swing: 0.018, exchanges: 2 } },
  sandbox: {
    customers: 230,
    relays: 26,
    entities: [
      'Northbeam Exchange',
      'Kairos Markets',
      'Lagoon Exchange',
      'Meridian Pro',
      'Papaya Checkout',
      'Kiosk One Payments',
      'Pocketkey Wallet',
      'Saltwater Outfitters',
      'Evergreen Staking',
      'Handshake P2P',
      'Harbour OTC',
      'Golden Crane OTC',
      'Skerry Bridge',
      'Lucky Heron Casino',
      'Redline Bets',
      'Coinbazaar 24',
      'Carousel Mixer',
      'Golden Yield Club',
      'Obsidian Bazaar',
      'Lumenpay hot wallet theft',
      'Karsk Exchange',
    ],
    wallets: {
      user: `
        Lindqvist Shipping AB | large
        Halvorsen Marine | medium
        Kestrel Coffee Roasters | small
        Northgate Market Making | reserve
        Adeyemi & Sons Imports | medium
        Casa Bonita Travel | small
        Mirela Ionescu | dust
        Tomasz Wójcik | small
        Bluefin Remittance | large
        Invoice {last year}-0417 Halvorsen | empty | inactive
        Invoice {year}-0088 Lindqvist | medium
        Payroll contractors LATAM | medium
        Affiliate payouts | small
        Orchid Gaming Ltd | large
        Orchid Gaming refunds | dust
        Petrov Logistics | medium | blocked
        Anatolia Textiles | medium
        Saigon Components JSC | large
        Priya Raman | small
        Old exchange desk | dust | inactive
        Gas station Tron | medium
        Customer support credits | small
        Zenith OTC client 1142 | large
        Zenith OTC client 1187 | medium | blocked
        Dubai desk petty cash | small
        Campaign spring {year} | empty
        Yamamoto Trading KK | medium
        Invoice {year}-0131 Saigon | empty
        Weekend settlement float | large`,
      accounting: `
        Checkout deposits A | large
        Checkout deposits B | large
        Checkout deposits C | medium
        Marketplace escrow | medium
        Subscriptions | small
        Top-ups mobile app | medium
        Top-ups web | medium
        Partner Kestrel POS | small
        Partner Bluefin | medium
        Kiosk terminals Istanbul | small
        Kiosk terminals Lagos | small
        Donations page | dust
        Legacy checkout {two years ago} | empty | inactive
        Reseller Orchid | medium
        Invoices EUR desk | large
        Affiliate tracking test | dust | inactive`,
    },
  },
} as const satisfies WalletServerFacts;

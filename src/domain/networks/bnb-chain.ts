import type { NetworkFacts, WalletServerFacts } from './network.ts';

export const facts = {
  code: 'bnb',
  name: 'BNB Chain',
  aliases: ['bsc'],
  standard: 'BEP20',
  scheme: 'evm',
  nativeCurrency: 'BNB',
  decimals: { USDT: 18, USDC: 18, BNB: 18 },
  accountPath: "m/44'/60'/0'",
  amlPlace: 4,
  addressFormat: '0x…, 42 characters',
  lateAfterMinutes: { in: 30, out: 30 },
  unpayable: {
    token: {
      // https://bscscan.com/tokens: the Binance-Peg tokens
      '0x55d398326f99059fF775485246999027B3197955': 'USDT',
      '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d': 'USDC',
      '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c': 'WBNB',
      '0x2170Ed0880ac9A755fd29B2688956BD959F933F8': 'ETH',
      '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c': 'BTCB',
      '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56': 'BUSD',
    },
  },
} as const satisfies NetworkFacts;

export const server = {
  // Seconds (docs.bnbchain.org, Fast finality); services wait some 15 blocks.
  finality: '1 min (15 blocks)',
  explorer: {
    address: 'https://bscscan.com/address/{address}',
    transaction: 'https://bscscan.com/tx/{hash}',
  },
  fees: { USDT: ['0.3', '5'], USDC: ['0.3', '5'], BNB: ['0.0005', '0.01'] },
  currency: { referencePrice: '600', sandbox: { dollars: 650, swing: 0.02, exchanges: 2 } },
  sandbox: {
    customers: 100,
    relays: 16,
    entities: [
      'Northbeam Exchange',
      'Lagoon Exchange',
      'Meridian Pro',
      'Kiosk One Payments',
      'Pocketkey Wallet',
      'Evergreen Staking',
      'Golden Crane OTC',
      'Tidepool Swap',
      'Skerry Bridge',
      'Lucky Heron Casino',
      'Carousel Mixer',
      'Golden Yield Club',
      'Corvid Bridge exploit',
      'Karsk Exchange',
    ],
    wallets: {
      user: `
        Gas station BNB | medium
        Kang Electronics | large
        Silva & Costa Lda | medium
        Reyes Remittances Manila | medium
        Nadia El-Amin | small
        Esports prize pool | medium
        Streaming payouts | small
        Bangkok desk | large
        Jakarta desk | medium
        Hanoi desk | small
        Suspicious sender hold | small | blocked
        Loyalty program | dust
        Mekong Rice Cooperative | medium
        Closed account 3391 | empty | inactive`,
      accounting: `
        Game store deposits | large
        Game store deposits 2 | medium
        Launchpad sale 7 | medium
        Mini app payments | small
        Partner Silva | small
        Vending pilot | dust
        Prepaid cards | medium
        Old launchpad | empty | inactive`,
    },
  },
} as const satisfies WalletServerFacts;

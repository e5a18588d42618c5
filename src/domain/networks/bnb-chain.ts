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

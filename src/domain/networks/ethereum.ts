import type { NetworkFacts, WalletServerFacts } from './network.ts';

export const facts = {
  code: 'eth',
  name: 'Ethereum',
  aliases: [],
  standard: 'ERC20',
  scheme: 'evm',
  nativeCurrency: 'ETH',
  decimals: { USDT: 6, USDC: 6, ETH: 18 },
  accountPath: "m/44'/60'/0'",
  amlPlace: 2,
  addressFormat: '0x…, 42 characters',
  lateAfterMinutes: { in: 60, out: 60 },
  unpayable: {
    token: {
      // https://tether.to/en/supported-protocols
      '0xdAC17F958D2ee523a2206206994597C13D831ec7': 'USDT',
      // https://developers.circle.com/stablecoins/usdc-contract-addresses
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48': 'USDC',
      // https://weth.io
      '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2': 'WETH',
      // https://docs.sky.money (MCD_DAI) and https://wbtc.network
      '0x6B175474E89094C44Da98b954EedeAC495271d0F': 'DAI',
      '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599': 'WBTC',
    },
    system: {
      // https://ethereum.org/en/staking/deposit-contract
      '0x00000000219ab540356cBB839Cbe05303d7705Fa': 'staking deposits',
    },
  },
} as const satisfies NetworkFacts;

export const server = {
  // Two epochs (ethereum.org, Proof-of-stake). A busy mempool takes as long again.
  finality: '13 min (two epochs)',
  explorer: {
    address: 'https://etherscan.io/address/{address}',
    transaction: 'https://etherscan.io/tx/{hash}',
  },
  fees: { USDT: ['4', '20'], USDC: ['4', '20'], ETH: ['0.001', '0.005'] },
  currency: { referencePrice: '3000', sandbox: { dollars: 3_200, swing: 0.026, exchanges: 4 } },
  sandbox: {
    customers: 130,
    relays: 18,
    entities: [
      'Northbeam Exchange',
      'Kairos Markets',
      'Bitfjord',
      'Meridian Pro',
      'Papaya Checkout',
      'Pocketkey Wallet',
      'Saltwater Outfitters',
      'Evergreen Staking',
      'Handshake P2P',
      'Harbour OTC',
      'Tidepool Swap',
      'Skerry Bridge',
      'Lucky Heron Casino',
      'Fogbank Mixer',
      'Golden Yield Club',
      'Corvid Bridge exploit',
      'Grey Moth ransomware',
      'Karsk Exchange',
    ],
    wallets: {
      user: `
        Treasury main | reserve
        Treasury operating | large
        Cold storage approvals | medium
        Fernandez Capital | large
        Helvetia Family Office | reserve
        Gas station Ethereum | medium
        Validator rewards | medium
        Grant program round 4 | small
        Oduya Legal escrow | medium
        Lumen Design Studio | small
        Chen Wei | small
        Marta Kowalska | dust
        Security bounty pool | medium
        Atlas Freight GmbH | large
        Atlas Freight disputes | small | blocked
        Employee stock buyback | medium
        Former treasury {three years ago} | dust | inactive
        Rosewood Clinics | medium
        Vendor prepayments Q3 | large
        Baltic Timber OÜ | medium
        DAO bridge test | dust | inactive`,
      accounting: `
        Merchant settlement EU | large
        Merchant settlement UK | medium
        Enterprise invoices | large
        NFT marketplace fees | small
        SaaS billing | medium
        Partner Fernandez | medium
        Conference tickets {year} | small
        Checkout ERC20 A | medium
        Checkout ERC20 B | small
        Legacy invoices {two years ago} | empty | inactive
        High-risk review queue | medium | blocked`,
    },
  },
} as const satisfies WalletServerFacts;

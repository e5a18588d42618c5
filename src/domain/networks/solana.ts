import type { NetworkFacts, ServerFacts } from './network.ts';

export const facts = {
  code: 'sol',
  name: 'Solana',
  aliases: [],
  standard: 'SPL',
  scheme: 'solana',
  nativeCurrency: 'SOL',
  decimals: { USDT: 6, USDC: 6, SOL: 9 },
  addressFormat: '32 to 44 letters and digits',
  lateAfterMinutes: { in: 15, out: 15 },
  unpayable: {
    token: {
      // https://tether.to/en/supported-protocols
      Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 'USDT',
      // https://developers.circle.com/stablecoins/usdc-contract-addresses
      EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'USDC',
      // spl-token, native_mint
      So11111111111111111111111111111111111111112: 'wrapped SOL',
    },
    burn: {
      // solana-sdk-ids, incinerator
      '1nc1nerator11111111111111111111111111111111': 'incinerator',
    },
  },
} as const satisfies NetworkFacts;

export const server = {
  // solana.com/docs, Commitment.
  finality: '13 s (32 slots)',
  explorer: {
    address: 'https://solscan.io/account/{address}',
    transaction: 'https://solscan.io/tx/{hash}',
  },
  fees: { USDT: ['0.5', '5'], USDC: ['0.5', '5'], SOL: ['0.002', '0.02'] },
  currency: { referencePrice: '150', sandbox: { dollars: 160, swing: 0.034, exchanges: 2 } },
} as const satisfies ServerFacts;

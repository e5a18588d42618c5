import type { CurrencyFacts } from './network.ts';

/** Currencies that pay no network's fees. Networks that hold one say so in `decimals`, and name its contract in `unpayable`. */
export const tokens = {
  USDT: { referencePrice: '1', sandbox: { dollars: 1, swing: 0.0003, exchanges: 5 } },
  USDC: { referencePrice: '1', sandbox: { dollars: 1, swing: 0.0003, exchanges: 2 } },
} as const satisfies Record<string, CurrencyFacts>;

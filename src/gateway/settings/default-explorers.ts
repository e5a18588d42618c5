import type { Explorers } from '#contract/gateway/settings.ts';

/** The default links of an account that has changed nothing. This is their only definition. */
export const defaultExplorers: Explorers = {
  trx: {
    enabled: true,
    address: 'https://tronscan.org/#/address/{address}',
    transaction: 'https://tronscan.org/#/transaction/{hash}',
  },
  eth: {
    enabled: true,
    address: 'https://etherscan.io/address/{address}',
    transaction: 'https://etherscan.io/tx/{hash}',
  },
  bnb: {
    enabled: true,
    address: 'https://bscscan.com/address/{address}',
    transaction: 'https://bscscan.com/tx/{hash}',
  },
  btc: {
    enabled: true,
    address: 'https://mempool.space/address/{address}',
    transaction: 'https://mempool.space/tx/{hash}',
  },
  sol: {
    enabled: true,
    address: 'https://solscan.io/account/{address}',
    transaction: 'https://solscan.io/tx/{hash}',
  },
};

import { currenciesOf, type Network, walletNetworks, withdrawalNetworks } from '#domain/networks.ts';
import { recordOf } from '#domain/record-of.ts';
import {
  balanceLeaf,
  getUserBalances,
  isInSharedPool,
  sharedPoolCurrency,
  sharedPoolKey,
} from './balances.ts';
import { exampleIds } from './common.docs.ts';
import { describeOperation, describeSchema, published } from './describe.ts';

type Held = Partial<Record<Network, Record<string, { available: number }>>>;

const empty = { available: 0 };
/** What the account of the example holds; all else is zero. */
const held: { pools: Held; wallets: Held } = {
  pools: { eth: { ETH: { available: 0.25 } }, sol: { USDC: { available: 1200.5 } } },
  wallets: { trx: { USDT: { available: 12400.25 }, TRX: { available: 311.000001 } } },
};

/** Nothing in any pool of the network but the shared one. */
function pooledApart(network: Network) {
  const apart = currenciesOf(network).filter((currency) => !isInSharedPool(network, currency));
  return recordOf(apart, () => empty);
}

describeSchema('BalanceLeaf', balanceLeaf, {
  text: 'The amounts of one currency.',
  fields: {
    available: published('What can be spent, with all digits.'),
    transit: published('Received, still being verified or moved to the pool. Only under `trx_eth`.'),
    blockchain: published('On-chain funds on the deposit addresses. Only under `trx_eth`.'),
  },
});

describeOperation(getUserBalances, {
  text: 'All balances of the account: wallet type → network → currency. The network key `trx_eth` is the USDT pool that `accounting` wallets share over Tron and Ethereum; its leaves also carry `transit` and `blockchain`.',
  isDecided: false,
  decisions: [
    'The meaning of `trx_eth`: the shared USDT balance of `accounting` wallets over Tron and Ethereum.',
    'Every currency of a network is there, zero included.',
    'Every network that can hold funds is there. `sol` has no wallets: its pools are under `accounting`.',
  ],
  fields: {},
  invalid: { limit: 'unknown parameter' },
  requests: { balances: { summary: 'The balances' } },
  answers: {
    balances: {
      summary: 'Balances',
      data: {
        user_id: exampleIds.account,
        result: 'success',
        balances: {
          accounting: {
            ...recordOf(withdrawalNetworks, (network) => ({
              ...pooledApart(network),
              ...held.pools[network],
            })),
            [sharedPoolKey]: {
              [sharedPoolCurrency]: { available: 50210.75, transit: 120, blockchain: 50330.75 },
            },
          },
          user: recordOf(walletNetworks, (network) => ({
            ...recordOf(currenciesOf(network), () => empty),
            ...held.wallets[network],
          })),
        },
      },
    },
  },
});

import { balanceLeaf, getUserBalances } from './balances.ts';
import { describeOperation, describeSchema, published } from './describe.ts';

const empty = { available: 0 };

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
        user_id: 'acc_6f1c0a9e2b7d4c3f8e5a1b20',
        result: 'success',
        balances: {
          accounting: {
            trx: { USDC: empty, TRX: empty },
            eth: { USDC: empty, ETH: { available: 0.25 } },
            bnb: { USDT: empty, USDC: empty, BNB: empty },
            btc: { BTC: empty },
            sol: { USDT: empty, USDC: { available: 1200.5 }, SOL: empty },
            trx_eth: { USDT: { available: 50210.75, transit: 120, blockchain: 50330.75 } },
          },
          user: {
            trx: { USDT: { available: 12400.25 }, USDC: empty, TRX: { available: 311.000001 } },
            eth: { USDT: empty, USDC: empty, ETH: empty },
            bnb: { USDT: empty, USDC: empty, BNB: empty },
            btc: { BTC: empty },
          },
        },
      },
    },
  },
});

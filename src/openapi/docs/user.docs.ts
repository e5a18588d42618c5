import { decided, type OperationDoc, published, type SchemaDoc } from './doc-types.ts';

const empty = { available: 0 };

export const userSchemas = {
  BalanceLeaf: {
    text: 'The amounts of one currency.',
    fields: {
      available: published('What can be spent, with all digits.'),
      transit: published('Received, still being verified or moved to the pool. Only under `trx_eth`.'),
      blockchain: published('On-chain funds on the deposit addresses. Only under `trx_eth`.'),
    },
  },
  ResultSuccess: { text: 'It worked.', fields: { result: published('The text `success`.') } },
} satisfies Record<string, SchemaDoc>;

export const userDocs = {
  testKey: {
    text: 'Answers any valid key, whatever its permissions. The first call of an integration: it proves address, key and network path.',
    isDecided: true,
    decisions: ['The published interface names the tag, not the operation: all of it is ours.'],
    fields: {},
    requests: { test: { summary: 'Try the key' } },
    invalid: { limit: 'unknown parameter' },
    answers: { success: { summary: 'The key works', data: { result: 'success' } } },
  },
  getUserBalances: {
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
  },
} satisfies Record<string, OperationDoc>;

/** Fields of `data` that are in no named schema. */
export const answerFields = {
  user_id: published('The account that the API key belongs to.'),
  count: published('How many rows match the filters in all, not only on this page.'),
  result: published('The text `success`.'),
  success: published('`true`.'),
  meta: published('The page, and how many rows match in all.'),
  total: published('How many rows match the filters in all, not only on this page.'),
  limit: published('The page size that was used.'),
  offset: published('How many rows were skipped.'),
  balances: published('Wallet type → network key → currency → amounts.'),
  data: published('The withdrawal request.'),
  request_id: published('The withdrawal request that was deleted.'),
  deleted: published('`true`.'),
  uid: decided('Names the check: 41 lowercase hexadecimal characters.'),
};

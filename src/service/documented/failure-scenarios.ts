import {
  rejectedRecipientFailure,
  unpayableRecipientFailure,
} from '#contract/wallet-service/withdrawal-request.ts';
import { walletLimit } from '#contract/wallet-service/wallets.ts';
import { insertDecision } from '#database/testing-decisions.ts';
import { amlNetworks } from '#domain/networks.ts';
import { exampleAddresses } from '#contract/wallet-service/common.docs.ts';
import { amlChecks } from '../aml/testing-aml.ts';
import { exampleWallet, insertExampleRequest } from './documented-account.ts';
import { asDocumented, type Scenario, type Scenarios, type Sent, sending } from './scenarios.ts';

const { tron, otherTron } = exampleAddresses;
const unknownWallet = 'Wallet not found';
const unknownRequest = 'The account has no such withdrawal request';

const noChecksLeft: Scenario = async (service) => await amlChecks(service).allow(0);

/** How each failure comes about that is an operation's own: by operation, then by the failure's `when`. */
export const failureScenarios: Scenarios = {
  createWallet: {
    [`The network's limit of ${walletLimit} wallets is reached`]: async ({ db }) => {
      await db.updateTable('wallet_counts').set({ wallets: walletLimit }).execute();
    },
  },
  renameWallet: { [unknownWallet]: sending({ body: { address: otherTron, name: 'Treasury' } }) },
  setWalletStatus: { [unknownWallet]: sending({ body: { address: otherTron, status: 'blocked' } }) },
  deleteWallet: {
    [unknownWallet]: sending({ body: { address: otherTron } }),
    'The wallet still holds funds, has a pending withdrawal or is about to receive funds; data.address says which':
      async (service) => {
        await service.fund(exampleWallet, 'USDT', '12.5');
      },
  },
  getWithdrawalRequest: { [unknownRequest]: asDocumented },
  createWithdrawalRequest: {
    'Insufficient funds, below the minimum or not above the fee; data names amount': async (service) => {
      await service.fund(exampleWallet, 'USDT', '120.5');
    },
    'The paying wallet is an accounting wallet; data names sender_wallet': async ({ db }) => {
      await db
        .updateTable('wallets')
        .set({ type: 'accounting' })
        .where('address', '=', exampleWallet.address)
        .execute();
    },
    [unpayableRecipientFailure.when]: sending({
      body: {
        amount: '250',
        network: 'trx',
        currency: 'USDT',
        sender: 'exchange',
        external_id: 'payout',
        // 0x…dEaD, as Tron spells it.
        recipient_wallet: 'T9yD14Nj9j7xAB4dbGeiX9h8upfCg3PBbY',
      },
    }),
    [rejectedRecipientFailure.when]: async ({ db, accountId }) => {
      await insertDecision(db, { accountId, network: 'trx', address: otherTron }, { decision: 'rejected' });
    },
  },
  deleteWithdrawalRequest: {
    [unknownRequest]: asDocumented,
    'The request is no longer new; the message names its status': async (service) => {
      await insertExampleRequest(service, 'completed');
    },
  },
  requestAmlReport: {
    'value matches no known address or transaction-id pattern': sending({
      body: { value: 'my wallet', network: 'trx' },
    }),
    [`network is not one of ${amlNetworks.join(', ')}`]: sending({
      body: { value: otherTron, network: 'doge' },
    }),
    'No AML checks are available and no address is provided': noChecksLeft,
    'The wallet does not support USDT payments for AML': async (service) => {
      await noChecksLeft(service);
      return { body: { value: otherTron, network: 'trx', address: tron } };
    },
  },
  recheckAmlReport: { 'AML check not found': asDocumented },
};

/** A request for each operation that breaks the rules which its documented validation failure names. */
export const invalidRequests: Readonly<Record<string, Sent>> = {
  testKey: { query: { limit: 1 } },
  listWallets: { query: { limit: 0 } },
  createWallet: { body: { network: 'doge', type: 'user' } },
  renameWallet: { body: { address: tron, name: ' ' } },
  setWalletStatus: { body: { address: tron, status: 'frozen' } },
  deleteWallet: { body: {} },
  getUserBalances: { query: { limit: 1 } },
  listTransactions: { query: { direction: 'sideways', created_from: 'yesterday' } },
  listExchangeTransactions: { query: { sort_direction: 'up', offset: -1 } },
  listWithdrawalRequests: { query: { created_from: 'yesterday', sort_by: 'fee' } },
  getWithdrawalRequest: {},
  createWithdrawalRequest: {
    body: { amount: '1e3', network: 'trx', currency: 'USDT', sender: 'exchange', external_id: 'payout' },
  },
  deleteWithdrawalRequest: { body: {} },
  requestAmlReport: { body: { network: 'trx' } },
  recheckAmlReport: { body: {} },
};

import { exampleAddresses } from '#contract/wallet-service/common.docs.ts';
import { amlChecks, uidOf } from '../aml/testing-aml.ts';
import type { TestService } from '../testing.ts';
import { order, withdrawals } from '../withdrawals/testing-withdrawals.ts';
import {
  exampleWallet,
  insertExampleExchange,
  insertExampleFunding,
  insertExampleRefund,
  insertExampleRequest,
  insertExampleTransaction,
} from './documented-account.ts';
import { asDocumented, type Scenarios } from './scenarios.ts';

const subject = { value: exampleAddresses.otherTron, network: 'trx' };

async function fundTron(service: TestService): Promise<void> {
  await service.fund(exampleWallet, 'USDT', '12400.25');
  await service.fund(exampleWallet, 'TRX', '311.000001');
}

/** How each documented success comes about: by operation, then by the name of its example. */
export const successScenarios: Scenarios = {
  testKey: { success: asDocumented },
  listWallets: {
    wallets: async (service) => {
      await fundTron(service);
      await insertExampleRefund(service);
    },
  },
  createWallet: { wallet: asDocumented },
  renameWallet: { success: asDocumented },
  setWalletStatus: { success: asDocumented },
  deleteWallet: { success: asDocumented },
  getUserBalances: { balances: fundTron },
  listTransactions: { transactions: insertExampleTransaction },
  listExchangeTransactions: { exchanges: insertExampleExchange },
  listWithdrawalRequests: { requests: async (service) => await insertExampleRequest(service, 'new') },
  getWithdrawalRequest: {
    request: async (service) => await insertExampleRequest(service, 'completed'),
  },
  createWithdrawalRequest: { request: fundTron },
  deleteWithdrawalRequest: {
    deleted: async (service) => {
      await fundTron(service);
      const body = order({ sender: 'user', sender_wallet: exampleWallet.address });
      const { request_id } = await withdrawals(service).created(body);
      return { body: { request_id } };
    },
  },
  requestAmlReport: {
    report: insertExampleFunding,
    uid: async () => ({ body: { ...subject, async: true } }),
  },
  recheckAmlReport: {
    report: async (service) => {
      await insertExampleFunding(service);
      const { check, runJob } = amlChecks(service);
      const uid = uidOf(await check({ ...subject, async: true }));
      await runJob();
      return { body: { uid } };
    },
    pending: async (service) => {
      const uid = uidOf(await amlChecks(service).check({ ...subject, async: true }));
      return { body: { uid } };
    },
    failed: async (service) => {
      const { check, runJob } = amlChecks(service);
      const uid = uidOf(await check({ ...subject, async: true }));
      await service.db.updateTable('aml_checks').set({ attempts: 3 }).execute();
      await runJob();
      return { body: { uid } };
    },
  },
};

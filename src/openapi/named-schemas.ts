import type * as z from 'zod/mini';
import { amlProviderFailure, amlReport, amlUid } from '#contract/wallet-service/aml.ts';
import { balanceLeaf } from '#contract/wallet-service/balances.ts';
import { resultSuccess } from '#contract/wallet-service/base.ts';
import { exchangeTransaction } from '#contract/wallet-service/exchanges.ts';
import { transaction } from '#contract/wallet-service/transactions.ts';
import { createdWallet, refund, wallet } from '#contract/wallet-service/wallets.ts';
import { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { withdrawalDetail, withdrawalRequest } from '#contract/wallet-service/withdrawals.ts';
import { amlSchemas } from './docs/aml.docs.ts';
import { transactionSchemas } from './docs/transactions.docs.ts';
import { userSchemas } from './docs/user.docs.ts';
import { walletSchemas } from './docs/wallets.docs.ts';
import { withdrawalSchemas } from './docs/withdrawals.docs.ts';

export const schemaDocs = {
  ...walletSchemas,
  ...userSchemas,
  ...transactionSchemas,
  ...withdrawalSchemas,
  ...amlSchemas,
};

const schemas = {
  Wallet: wallet,
  WalletBalance: wallet.shape.balances.def.valueType,
  Refund: refund,
  CreatedWallet: createdWallet,
  BalanceLeaf: balanceLeaf,
  ResultSuccess: resultSuccess,
  Transaction: transaction,
  ExchangeTransaction: exchangeTransaction,
  WithdrawalRequest: withdrawalRequest,
  WithdrawalDetail: withdrawalDetail,
  NewWithdrawalRequest: createWithdrawalRequest.data.shape.data,
  AmlReport: amlReport,
  AmlUid: amlUid,
  AmlProviderFailure: amlProviderFailure,
} satisfies Record<keyof typeof schemaDocs, z.ZodMiniType>;

/** The schemas of the contract that have a name of their own in the document. */
export const schemaNames: ReadonlyMap<z.ZodMiniType, string> = new Map(
  Object.entries(schemas).map(([name, schema]) => [schema, name]),
);

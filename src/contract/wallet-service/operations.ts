import type { Operation } from '../operation.ts';
import { recheckAmlReport, requestAmlReport } from './aml.ts';
import { getUserBalances } from './balances.ts';
import { listExchangeTransactions } from './exchanges.ts';
import { testKey } from './test.ts';
import { listTransactions } from './transactions.ts';
import { listWallets } from './wallets.ts';
import { createWallet, deleteWallet, renameWallet, setWalletStatus } from './wallet-changes.ts';
import {
  createWithdrawalRequest,
  deleteWithdrawalRequest,
  getWithdrawalRequest,
} from './withdrawal-request.ts';
import { listWithdrawalRequests } from './withdrawals.ts';

const operations = [
  testKey,
  listWallets,
  createWallet,
  renameWallet,
  setWalletStatus,
  deleteWallet,
  getUserBalances,
  listTransactions,
  listExchangeTransactions,
  listWithdrawalRequests,
  getWithdrawalRequest,
  createWithdrawalRequest,
  deleteWithdrawalRequest,
  requestAmlReport,
  recheckAmlReport,
] as const;

/** Every operation of the wallet service: what a gateway may forward, and nothing else. */
export const walletServiceOperations: readonly Operation[] = operations;

/** One of the operations, by its exact type. */
export type WalletServiceOperation = (typeof operations)[number];

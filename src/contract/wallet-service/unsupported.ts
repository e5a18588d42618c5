import type { WalletServiceOperation } from './operations.ts';

/** The ID of an operation of the wallet service. */
export type WalletServiceOperationId = WalletServiceOperation['id'];

const unsupportedMessages: Readonly<Record<WalletServiceOperationId, string>> = {
  testKey: 'This provider doesn’t support testing API keys through its interface.',
  listWallets: 'This provider doesn’t support listing wallets through its interface.',
  createWallet: 'This provider doesn’t support creating wallets through its interface.',
  renameWallet: 'This provider doesn’t support renaming wallets through its interface.',
  setWalletStatus: 'This provider doesn’t support changing a wallet’s status through its interface.',
  deleteWallet: 'This provider doesn’t support deleting wallets through its interface.',
  getUserBalances: 'This provider doesn’t support reading balances through its interface.',
  listTransactions: 'This provider doesn’t support listing transactions through its interface.',
  listExchangeTransactions: 'This provider doesn’t support listing exchanges through its interface.',
  listWithdrawalRequests: 'This provider doesn’t support listing withdrawals through its interface.',
  getWithdrawalRequest: 'This provider doesn’t support reading a single withdrawal through its interface.',
  createWithdrawalRequest: 'This provider doesn’t support submitting withdrawals through its interface.',
  deleteWithdrawalRequest: 'This provider doesn’t support deleting withdrawals through its interface.',
  requestAmlReport: 'This provider doesn’t support AML checks through its interface.',
  recheckAmlReport: 'This provider doesn’t support AML checks that take a while through its interface.',
};

/** What people and programs are told where a remote provider doesn't have the operation. */
export function unsupportedMessage(needs: WalletServiceOperationId): string {
  return unsupportedMessages[needs];
}

export function isWalletServiceOperationId(id: string): id is WalletServiceOperationId {
  return Object.hasOwn(unsupportedMessages, id);
}

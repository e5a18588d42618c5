// Each describes the file of the contract beside it.
import '#contract/wallet-service/aml.docs.ts';
import '#contract/wallet-service/balances.docs.ts';
import '#contract/wallet-service/base.docs.ts';
import '#contract/wallet-service/exchanges.docs.ts';
import '#contract/wallet-service/test.docs.ts';
import '#contract/wallet-service/transactions.docs.ts';
import '#contract/wallet-service/wallets.docs.ts';
import '#contract/wallet-service/withdrawal-request.docs.ts';
import '#contract/wallet-service/withdrawals.docs.ts';

export { operationDocOf as docOf } from '#contract/wallet-service/describe.ts';

/** In the order in which a newcomer reads them. */
export const tags = [
  { name: 'Test', description: 'The first call of an integration.' },
  { name: 'Wallets', description: 'Create, list, rename, block and delete wallets.' },
  { name: 'User', description: 'The balances of the account.' },
  { name: 'Transactions', description: 'The history of transactions on chain.' },
  { name: 'Exchange', description: 'The history of conversions between currencies.' },
  { name: 'Withdrawal', description: 'Create and track withdrawals.' },
  { name: 'AML', description: 'Screen addresses and transactions for money laundering.' },
] as const;

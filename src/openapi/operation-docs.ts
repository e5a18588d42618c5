import { amlDocs } from './docs/aml.docs.ts';
import type { OperationDoc } from './docs/doc-types.ts';
import { transactionDocs } from './docs/transactions.docs.ts';
import { userDocs } from './docs/user.docs.ts';
import { walletDocs } from './docs/wallets.docs.ts';
import { withdrawalDocs } from './docs/withdrawals.docs.ts';

const docs: Readonly<Record<string, OperationDoc>> = {
  ...userDocs,
  ...walletDocs,
  ...transactionDocs,
  ...withdrawalDocs,
  ...amlDocs,
};

/** Throws for an operation without a description. */
export function docOf(operationId: string): OperationDoc {
  const doc = Object.hasOwn(docs, operationId) ? docs[operationId] : undefined;
  if (doc === undefined) throw new Error(`The operation ${operationId} is not described in src/openapi/docs`);
  return doc;
}

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

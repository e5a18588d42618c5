import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Decimal, ZERO } from '#domain/decimal.ts';
import type { Currency } from '#domain/networks.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { now } from '#domain/clock.ts';
import { timeId } from './ids.ts';
import { postEntries } from './ledger/ledger.ts';
import type { WalletRef } from './ledger/ledger-accounts.ts';
import { deposit } from './ledger/movements.ts';
import { insertTransactions } from './transactions/transactions.store.ts';

/** Who sends what tests fund wallets with, unless they say so. */
export const fundsSender = 'outside';

/** Funds from outside arrive on the wallet: a completed transaction with its posting. Gives the transaction's id. */
export async function receiveDeposit(
  db: Kysely<Tables>,
  accountId: string,
  wallet: WalletRef,
  { currency, amount, sender = fundsSender }: { currency: Currency; amount: Decimal; sender?: string },
): Promise<string> {
  const createdAt = now();
  const reference = timeId('tx', createdAt);
  await inTransaction(db, async (tx) => {
    await postEntries(tx, deposit(wallet, { accountId, currency, amount, reference }));
    await insertTransactions(tx, [
      {
        transaction_id: reference,
        account_id: accountId,
        network: wallet.network,
        direction: 'in',
        status: 'completed',
        currency,
        amount,
        fee: ZERO,
        sender_wallet: sender,
        recipient_wallet: wallet.address,
        hash: randomBytes(32).toString('hex'),
        created_at: createdAt,
      },
    ]);
  });
  return reference;
}

import type { Kysely, Transaction } from 'kysely';
import { ZERO } from '#domain/decimal.ts';
import { isWalletNetwork } from '#domain/networks.ts';
import { receivedOf } from '#domain/withdrawal-amounts.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { now } from '#domain/clock.ts';
import { timeId } from '../ids.ts';
import { postEntries } from '../ledger/ledger.ts';
import { deposit } from '../ledger/movements.ts';
import type { Reason } from './objections.ts';
import { insertTransactions, setTransactionStatus } from '../transactions/transactions.store.ts';
import { payHeldFunds, releaseFunds } from './withdrawal-funds.ts';
import { changeRequest, lockRequest, senderLabel, type WithdrawalRow } from './withdrawals.store.ts';

/** Ends a request of which nothing was sent, though it may be signed; the transaction has locked it. */
export async function rejectLocked(
  tx: Transaction<Tables>,
  locked: WithdrawalRow,
  { code, reason }: Reason,
): Promise<WithdrawalRow> {
  const { transaction_id: transactionId } = locked;
  await releaseFunds(tx, locked);
  if (transactionId !== null) await setTransactionStatus(tx, transactionId, 'error');
  return await changeRequest(tx, locked, {
    status: 'rejected',
    ...(transactionId !== null && { transaction_status: 'failed' }),
    reason,
    reason_code: code,
    next_step_at: null,
  });
}

/** The network has carried the payment out: what was held is paid. */
export async function completeRequest(db: Kysely<Tables>, requestId: string): Promise<void> {
  await finishPending(db, requestId, async (tx, request) => {
    await payHeldFunds(tx, request);
    await receiveAtOwnWallet(tx, request);
    await setTransactionStatus(tx, request.transactionId, 'completed');
    return await changeRequest(tx, request, {
      status: 'completed',
      transaction_status: 'confirmed',
      next_step_at: null,
    });
  });
}

/**
 * The network will never carry the payment out: what was held is returned. Undefined when another process has finished
 * the request.
 */
export async function failRequest(
  db: Kysely<Tables>,
  requestId: string,
  { code, reason }: Reason,
): Promise<WithdrawalRow | undefined> {
  return await finishPending(db, requestId, async (tx, request) => {
    await releaseFunds(tx, request);
    await setTransactionStatus(tx, request.transactionId, 'error');
    return await changeRequest(tx, request, {
      status: 'error',
      transaction_status: 'failed',
      reason,
      reason_code: code,
      next_step_at: null,
    });
  });
}

type PendingRequest = WithdrawalRow & { transactionId: string; hash: string };

/** Does nothing for a request that another process has finished. */
async function finishPending(
  db: Kysely<Tables>,
  requestId: string,
  finish: (tx: Transaction<Tables>, request: PendingRequest) => Promise<WithdrawalRow>,
): Promise<WithdrawalRow | undefined> {
  return await inTransaction(db, async (tx) => {
    const request = await lockRequest(tx, requestId);
    if (request?.transaction_status !== 'pending') return undefined;
    const { transaction_id: transactionId, hash } = request;
    if (transactionId === null || hash === null) {
      throw new Error(`${requestId} is pending without a transaction.`);
    }
    return await finish(tx, { ...request, transactionId, hash });
  });
}

/** A payment to a wallet of this service arrives there: its account has a deposit and a transaction of its own. */
async function receiveAtOwnWallet(tx: Transaction<Tables>, request: PendingRequest): Promise<void> {
  const { network, currency, hash, recipient_wallet: address } = request;
  if (!isWalletNetwork(network)) return;
  const wallet = await tx
    .selectFrom('wallets')
    .select('account_id as accountId')
    .where('address', '=', address)
    .where('network', '=', network)
    .where('deleted_at', 'is', null)
    // Not deleted before its funds are there.
    .forShare()
    .executeTakeFirst();
  if (wallet === undefined) return;
  const { accountId } = wallet;
  const amount = receivedOf(request);
  const moment = now();
  const transactionId = timeId('tx', moment);
  await postEntries(
    tx,
    deposit({ network, address }, { accountId, currency, amount, reference: transactionId }),
  );
  await insertTransactions(tx, [
    {
      transaction_id: transactionId,
      account_id: accountId,
      network,
      direction: 'in',
      status: 'completed',
      currency,
      amount,
      fee: ZERO,
      sender_wallet: senderLabel(request),
      recipient_wallet: address,
      hash,
      created_at: moment,
    },
  ]);
}

import type { Kysely, Transaction } from 'kysely';
import { receivedOf } from '#domain/withdrawal-amounts.ts';
import { guardIsolation } from '#database/recipient-guard.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Chain, PaymentOrder, SignedPayment } from '../chain/chain.ts';
import { now } from '#domain/clock.ts';
import { timeId } from '../ids.ts';
import { arePaymentsStopped } from '../ledger/faults.store.ts';
import { insertTransactions } from '../transactions/transactions.store.ts';
import { rejectLocked } from './finish-withdrawal.ts';
import { addMs, msBetween } from '#domain/time.ts';
import { findObjection } from './objections.ts';
import { changeRequest, lockRequest, senderLabel, type WithdrawalRow } from './withdrawals.store.ts';

export type StoredPayment = SignedPayment & { requestId: string };

/** The one payment that was signed for the request, if any was. */
export async function findPayment(db: Kysely<Tables>, requestId: string): Promise<StoredPayment | undefined> {
  return await db
    .selectFrom('payments')
    .select(['request_id as requestId', 'network', 'hash', 'signed'])
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

/**
 * `rejected`: there is nothing to send. `ended`: another process has rejected it. `stopped`: payments of the account
 * are stopped, and nothing is signed.
 */
export type Signed = { payment: StoredPayment } | { rejected: WithdrawalRow } | 'ended' | 'stopped';

/**
 * Signs the payment and keeps it, before anything is sent: what another process has kept in the meantime counts, and
 * what was signed here is dropped, as it is when something speaks against the payment by now.
 */
export async function signPayment(db: Kysely<Tables>, chain: Chain, request: WithdrawalRow): Promise<Signed> {
  const signing = await chain.sign(orderOf(request));
  return await inTransaction(
    db,
    async (tx): Promise<Signed> => {
      const locked = await lockRequest(tx, request.request_id);
      if (locked?.status !== 'processing') return 'ended';
      // Under the request's lock: none is stored beside this one, and none for a request that is rejected here.
      const kept = await findPayment(tx, locked.request_id);
      if (kept !== undefined) return { payment: kept };
      const objection = await findObjection(tx, locked);
      if (objection !== undefined) return { rejected: await rejectLocked(tx, locked, objection) };
      if (await arePaymentsStopped(tx, locked.account_id)) return 'stopped';
      if (signing.outcome === 'refused') {
        const refusal = { code: 'signing_refused', reason: signing.reason } as const;
        return { rejected: await rejectLocked(tx, locked, refusal) };
      }
      return { payment: await keepPayment(tx, locked, signing.payment) };
    },
    guardIsolation,
  );
}

function orderOf(request: WithdrawalRow): PaymentOrder {
  const { request_id: reference, network, currency, sender_wallet, recipient_wallet } = request;
  return {
    reference,
    network,
    currency,
    amount: receivedOf(request),
    sender: sender_wallet,
    recipient: recipient_wallet,
  };
}

/** With it comes the outgoing transaction: from here on the payment may be on its way. */
async function keepPayment(
  tx: Transaction<Tables>,
  request: WithdrawalRow,
  { network, hash, signed }: SignedPayment,
): Promise<StoredPayment> {
  const { request_id: requestId, account_id, currency, fee, recipient_wallet } = request;
  const moment = now();
  const transactionId = timeId('tx', moment);
  await tx
    .insertInto('payments')
    .values({ request_id: requestId, network, hash, signed, signed_at: moment, send_ends_at: null })
    .execute();
  await insertTransactions(tx, [
    {
      transaction_id: transactionId,
      account_id,
      network,
      direction: 'out',
      status: 'in_progress',
      currency,
      amount: receivedOf(request),
      fee,
      sender_wallet: senderLabel(request),
      recipient_wallet,
      hash,
      created_at: moment,
    },
  ]);
  await changeRequest(tx, request, { transaction_status: 'pending', hash, transaction_id: transactionId });
  return { requestId, network, hash, signed };
}

const soonestLookMs = 2_000;
const latestLookMs = 60_000;

/** Looks often at a payment that was just sent, and less and less often at one that takes long. */
export async function lookAgainLater(db: Kysely<Tables>, { requestId }: StoredPayment): Promise<void> {
  await inTransaction(db, async (tx) => {
    const payment = await tx
      .selectFrom('payments')
      .select('signed_at')
      .where('request_id', '=', requestId)
      .executeTakeFirstOrThrow();
    const moment = now();
    const age = msBetween(payment.signed_at, moment);
    const pause = Math.min(latestLookMs, Math.max(soonestLookMs, age / 4));
    await tx
      .updateTable('withdrawal_requests')
      .set({ next_step_at: addMs(moment, pause) })
      .where('request_id', '=', requestId)
      // Not one that was finished by another process in the meantime.
      .where('next_step_at', 'is not', null)
      .execute();
  });
}

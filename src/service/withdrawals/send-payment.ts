import { type Kysely, sql, type Transaction } from 'kysely';
import { afterMs, announceSend, endSend, guardIsolation } from '#database/recipient-guard.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Instant } from '#domain/time.ts';
import type { Chain } from '../chain/chain.ts';
import { arePaymentsStopped } from '../ledger/faults.store.ts';
import { rejectLocked } from './finish-withdrawal.ts';
import { findObjection, recipientOf } from './objections.ts';
import type { StoredPayment } from './payments.ts';
import { lockRequest, type WithdrawalRow } from './withdrawals.store.ts';

/** An attempt to send is over by then: a rejection may wait so long for one whose process has ended. */
const attemptMs = 15_000;

/** What became of a payment that the network doesn't have: `rejected` gives the request as it is now. */
export type Sending = 'sent' | 'later' | { rejected: WithdrawalRow };

/**
 * Sends a payment that the network doesn't know, unless something speaks against it by now. This is the only place
 * that sends, and the moment that counts is the commit of the announcement: a rejection that is committed before it
 * stops the payment, and one that comes after it waits until the attempt is over.
 *
 * A payment that was never sent is rejected, and what it held is released. One that may have been sent by a process
 * that ended is rejected once its attempt is over and the network, asked after that, still doesn't know it.
 */
export async function sendPayment(
  db: Kysely<Tables>,
  chain: Chain,
  payment: StoredPayment,
): Promise<Sending> {
  const begunAt = performance.now();
  const claim = await claimSend(db, payment, undefined);
  switch (claim.outcome) {
    case 'announced':
      break;
    case 'attempted': {
      if ((await chain.state(payment)) !== 'unknown') return 'later';
      const again = await claimSend(db, payment, claim.attempt);
      return again.outcome === 'rejected' ? { rejected: again.request } : 'later';
    }
    case 'rejected':
      return { rejected: claim.request };
    case 'later':
      return 'later';
  }
  try {
    // The announcement holds for so long from its commit on, which was later than this process began to count.
    const leftMs = Math.floor(attemptMs - (performance.now() - begunAt));
    if (leftMs <= 0) throw new Error('The database took too long: the payment is sent later.');
    await chain.send(payment, AbortSignal.timeout(leftMs));
  } finally {
    await endSend(db, payment.requestId);
  }
  return 'sent';
}

type Claim =
  | { outcome: 'announced' }
  | { outcome: 'later' }
  | { outcome: 'rejected'; request: WithdrawalRow }
  /** It must not be sent, and was perhaps: whether it was, the network can tell by now. */
  | { outcome: 'attempted'; attempt: Instant };

/** `unarrived`: the attempt after which the network was asked, and didn't know the payment. */
async function claimSend(
  db: Kysely<Tables>,
  { requestId }: StoredPayment,
  unarrived: Instant | undefined,
): Promise<Claim> {
  return await inTransaction(
    db,
    async (tx): Promise<Claim> => {
      const request = await lockRequest(tx, requestId);
      // Another worker has finished it.
      if (request?.transaction_status !== 'pending') return { outcome: 'later' };
      const objection = await findObjection(tx, request);
      if (objection === undefined) {
        // It was lifted since: the next look sends it.
        if (unarrived !== undefined) return { outcome: 'later' };
        if (await arePaymentsStopped(tx, request.account_id)) return { outcome: 'later' };
        const send = { sendId: requestId, lastsMs: attemptMs };
        if (!(await announceSend(tx, recipientOf(request), send))) return { outcome: 'later' };
        await tx
          .updateTable('payments')
          .set({ send_ends_at: sql<Instant>`${afterMs(attemptMs)}` })
          .where('request_id', '=', requestId)
          .execute();
        return { outcome: 'announced' };
      }
      const { attempt, isOver } = await findLastAttempt(tx, requestId);
      if (attempt !== null && attempt !== unarrived) {
        return isOver ? { outcome: 'attempted', attempt } : { outcome: 'later' };
      }
      return { outcome: 'rejected', request: await rejectLocked(tx, request, objection) };
    },
    guardIsolation,
  );
}

/** `attempt`: until when the payment may have been sent last; null: it never was. */
async function findLastAttempt(
  tx: Transaction<Tables>,
  requestId: string,
): Promise<{ attempt: Instant | null; isOver: boolean }> {
  return await tx
    .selectFrom('payments')
    .select([
      'send_ends_at as attempt',
      sql<boolean>`coalesce(send_ends_at < clock_timestamp(), true)`.as('isOver'),
    ])
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow();
}

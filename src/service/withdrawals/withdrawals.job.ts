import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Chain } from '../chain/chain.ts';
import { now } from '#domain/clock.ts';
import { claimDue } from '#jobs/claim-due.ts';
import type { Job } from '#jobs/job.ts';
import { beginRequest } from './begin-withdrawal.ts';
import { completeRequest, failRequest } from './finish-withdrawal.ts';
import { findPayment, lookAgainLater, signPayment } from './payments.ts';
import { sendPayment } from './send-payment.ts';
import type { WithdrawalRow } from './withdrawals.store.ts';

/** A lease only saves double work: each step checks under a lock of its own that nothing is done twice. */
const defaultLeaseMs = 20_000;
const due = { table: 'withdrawal_requests', id: 'request_id', due: 'next_step_at' } as const;

type Options = {
  db: Kysely<Tables>;
  chain: Chain;
  /** After how long a request whose process has ended, or whose step failed, is claimed again. */
  leaseMs?: number;
  /** Is called for each request that was rejected or failed. */
  onUnpaid?: (request: WithdrawalRow) => void;
};

/**
 * Carries withdrawal requests on: begins one, signs its payment, sends it, and follows it until the network has
 * confirmed it or let it fail. A decision is in the database before the next step, so that a process may end between
 * any two steps and another continues.
 */
export function withdrawalsJob({
  db,
  chain,
  leaseMs = defaultLeaseMs,
  onUnpaid = () => undefined,
}: Options): Job {
  return {
    name: 'withdrawals',
    atOnce: 1,
    claim: async (most, atHand) => {
      const claimed = await claimDue(db, due, { most, atHand, now: now(), leaseMs });
      return claimed.map((row) => ({
        id: row.request_id,
        work: async () => {
          const request = row.status === 'new' ? await beginRequest(db, row.request_id) : row;
          const unpaid = request?.status === 'processing' ? await carryOn(db, chain, request) : request;
          if (unpaid?.status === 'rejected' || unpaid?.status === 'error') onUnpaid(unpaid);
        },
      }));
    },
  };
}

/** Gives the request where this step has rejected it, or found that it failed. */
async function carryOn(
  db: Kysely<Tables>,
  chain: Chain,
  request: WithdrawalRow,
): Promise<WithdrawalRow | undefined> {
  const kept = await findPayment(db, request.request_id);
  const signed = kept === undefined ? await signPayment(db, chain, request) : { payment: kept };
  if (signed === 'ended' || signed === 'stopped') return undefined;
  if ('rejected' in signed) return signed.rejected;
  const { payment } = signed;
  const state = await chain.state(payment);
  if (state === 'failed') {
    return await failRequest(db, request.request_id, {
      code: 'network_failure',
      reason: 'The network didn’t execute the payment.',
    });
  }
  if (state === 'confirmed') {
    await completeRequest(db, request.request_id);
    return undefined;
  }
  const sending = state === 'unknown' ? await sendPayment(db, chain, payment) : undefined;
  if (typeof sending === 'object') return sending.rejected;
  await lookAgainLater(db, payment);
  return undefined;
}

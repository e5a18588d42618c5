import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Chain } from '../chain/chain.ts';
import type { Task } from '../worker/worker.ts';
import { beginRequest } from './begin-withdrawal.ts';
import { completeRequest, failRequest } from './finish-withdrawal.ts';
import { findPayment, lookAgainLater, signPayment } from './payments.ts';
import { sendPayment } from './send-payment.ts';
import { takeRequest } from './take-withdrawal.ts';
import type { WithdrawalRow } from './withdrawals.store.ts';

const defaultLeaseMs = 20_000;

type Options = {
  db: Kysely<Tables>;
  chain: Chain;
  /** After how long a request whose process has ended, or whose step failed, is claimed again. */
  leaseMs?: number;
  /** Hears of each request that was rejected or failed. */
  onUnpaid?: (request: WithdrawalRow) => void;
};

/**
 * Carries withdrawal requests on: begins one, signs its payment, sends it, and follows it until the network has
 * confirmed it or let it fail. A decision is in the database before the next step, so that a process may end between
 * any two steps and another continues.
 */
export function withdrawalsTask({
  db,
  chain,
  leaseMs = defaultLeaseMs,
  onUnpaid = () => undefined,
}: Options): Task {
  return {
    name: 'withdrawals',
    runOnce: async () => {
      const claimed = await takeRequest(db, leaseMs);
      if (claimed === undefined) return false;
      const request = claimed.status === 'new' ? await beginRequest(db, claimed.request_id) : claimed;
      const unpaid = request?.status === 'processing' ? await carryOn(db, chain, request) : request;
      if (unpaid?.status === 'rejected' || unpaid?.status === 'error') onUnpaid(unpaid);
      return true;
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

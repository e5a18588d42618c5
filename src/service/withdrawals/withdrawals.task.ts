import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Chain } from '../chain/chain.ts';
import type { Task } from '../worker/worker.ts';
import { beginRequest } from './begin-withdrawal.ts';
import { completeRequest, failRequest } from './finish-withdrawal.ts';
import { findPayment, lookAgainLater, signPayment } from './payments.ts';
import { takeRequest } from './take-withdrawal.ts';
import type { WithdrawalRow } from './withdrawals.store.ts';

const defaultLeaseMs = 20_000;

type Options = {
  db: Kysely<Tables>;
  chain: Chain;
  /** After how long a request whose process has ended, or whose step failed, is taken again. */
  leaseMs?: number;
};

/**
 * Carries withdrawal requests on: begins one, signs its payment, sends it, and looks after it until the network
 * has confirmed it or let it fail. What was decided is in the database before the next step is taken, so that
 * a process may end between any two steps and another goes on.
 */
export function withdrawalsTask({ db, chain, leaseMs = defaultLeaseMs }: Options): Task {
  return {
    name: 'withdrawals',
    runOnce: async () => {
      const taken = await takeRequest(db, leaseMs);
      if (taken === undefined) return false;
      const request = taken.status === 'new' ? await beginRequest(db, taken.request_id) : taken;
      if (request?.status === 'processing') await carryOn(db, chain, request);
      return true;
    },
  };
}

async function carryOn(db: Kysely<Tables>, chain: Chain, request: WithdrawalRow): Promise<void> {
  const payment = (await findPayment(db, request.request_id)) ?? (await signPayment(db, chain, request));
  if (payment === undefined) return;
  switch (await chain.state(payment)) {
    case 'unknown':
      await chain.send(payment);
      return await lookAgainLater(db, payment);
    case 'pending':
      return await lookAgainLater(db, payment);
    case 'confirmed':
      return await completeRequest(db, request.request_id);
    case 'failed':
      return await failRequest(db, request.request_id, 'the network did not carry the payment out');
  }
}

import type { Kysely } from 'kysely';
import { inTransaction } from '#database/transaction.ts';
import type { Tables } from '#database/tables.ts';
import type { Task } from '../../worker/worker.ts';
import { failCheck, inMs, postponeCheck, takeDueCheck, type Check, type Lease } from './checks.store.ts';
import { runCheck } from './run-check.ts';

/** How long a claim excludes other workers: far longer than a check takes. */
export const defaultLeaseMs = 60_000;
const maximumAttempts = 3;
const pauseAfterFailureMs = 5_000;

const abandoned = 'The service stopped before the report was ready. Nothing was charged; ask again.';
/** The error for a recheck of a check that failed for good. */
export const exhausted = 'The report could not be produced. Nothing was charged; ask again later.';

/**
 * Produces the reports of asynchronous checks, oldest first, any number of processes side by side. A check whose
 * process died is claimed again when its lease is over, three times at most; an abandoned synchronous one returns what
 * it reserved.
 */
export function amlTask(db: Kysely<Tables>, leaseMs = defaultLeaseMs): Task {
  return {
    name: 'aml',
    runOnce: async () => {
      const claimed = await inTransaction(db, async (tx) => {
        const check = await takeDueCheck(tx);
        if (check === undefined) return undefined;
        const { uid, attempts, is_async: isAsync } = check;
        if (!isAsync || attempts >= maximumAttempts) {
          await failCheck(tx, { uid, attempts }, isAsync ? exhausted : abandoned);
          return { check, lease: undefined };
        }
        const lease: Lease = { uid, attempts: attempts + 1 };
        await tx
          .updateTable('aml_checks')
          .set({ attempts: lease.attempts, next_step_at: inMs(leaseMs) })
          .where('uid', '=', uid)
          .execute();
        return { check, lease };
      });
      if (claimed === undefined) return false;
      if (claimed.lease !== undefined) await screenCheck(db, claimed.check, claimed.lease);
      return true;
    },
  };
}

async function screenCheck(db: Kysely<Tables>, check: Check, lease: Lease): Promise<void> {
  const { account_id: accountId, network, subject: kind, value } = check;
  try {
    await runCheck(db, lease, { accountId, subject: { network, kind, value } });
  } catch (error) {
    if (lease.attempts < maximumAttempts) await postponeCheck(db, lease, inMs(pauseAfterFailureMs));
    else await inTransaction(db, async (tx) => await failCheck(tx, lease, exhausted));
    throw error;
  }
}

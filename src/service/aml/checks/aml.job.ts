import type { Kysely } from 'kysely';
import { inTransaction } from '#database/transaction.ts';
import type { Tables } from '#database/tables.ts';
import { claimDue } from '#jobs/claim-due.ts';
import type { Job } from '#jobs/job.ts';
import { now } from '#domain/clock.ts';
import { failCheck, inMs, postponeCheck, type Check } from './checks.store.ts';
import { runCheck } from './run-check.ts';

/** How long a claim excludes other workers: far longer than a check takes. */
export const defaultLeaseMs = 60_000;
const maximumAttempts = 3;
const pauseAfterFailureMs = 5_000;
const due = { table: 'aml_checks', id: 'uid', due: 'next_step_at', version: 'attempts' } as const;

const abandoned = 'The service stopped before the report was ready. Nothing was charged; ask again.';
/** The error for a recheck of a check that failed for good. */
export const exhausted = 'The report could not be produced. Nothing was charged; ask again later.';

/**
 * Produces the reports of asynchronous checks, oldest first, any number of processes side by side. A check whose
 * process died is claimed again when its lease is over, three times at most; an abandoned synchronous one returns what
 * it reserved.
 */
export function amlJob(db: Kysely<Tables>, leaseMs = defaultLeaseMs): Job {
  return {
    name: 'AML checks of the wallet service',
    atOnce: 1,
    claim: async (most, atHand) => {
      const claimed = await claimDue(db, due, { most, atHand, now: now(), leaseMs });
      return claimed.map((check) => ({ id: check.uid, work: async () => carryOn(db, check) }));
    },
  };
}

async function carryOn(db: Kysely<Tables>, check: Check): Promise<void> {
  const { account_id: accountId, network, subject: kind, value, is_async: isAsync } = check;
  if (!isAsync || check.attempts > maximumAttempts) {
    await inTransaction(db, async (tx) => await failCheck(tx, check, isAsync ? exhausted : abandoned));
    return;
  }
  try {
    await runCheck(db, check, { accountId, subject: { network, kind, value } });
  } catch (error) {
    if (check.attempts < maximumAttempts) await postponeCheck(db, check, inMs(pauseAfterFailureMs));
    else await inTransaction(db, async (tx) => await failCheck(tx, check, exhausted));
    throw error;
  }
}

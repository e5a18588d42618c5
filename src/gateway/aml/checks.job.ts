import { type Kysely, sql } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Clock } from '#domain/time.ts';
import { claimDue } from '#jobs/claim-due.ts';
import type { Job } from '#jobs/job.ts';
import type { ClaimedCheck } from './check-steps.store.ts';

/**
 * How much each process works on at once. Each kind has a lane of its own: a long queue doesn't delay reports that are
 * ready, and PDFs delay nothing.
 */
const lanes = [
  { name: 'reports of AML checks', states: ['asking', 'waiting'], atOnce: 6 },
  { name: 'queued AML checks', states: ['queued'], atOnce: 2 },
  { name: 'PDFs of AML reports', states: ['finished'], atOnce: 1 },
] as const;

type Options = {
  db: Kysely<Tables>;
  work: (check: ClaimedCheck) => Promise<void>;
  /** How long a claim holds before another process may claim the check: far longer than the work takes. */
  leaseMs: number;
  /** Between two looks for work. */
  pauseMs?: number | undefined;
  now: Clock;
};

/** The jobs that do the next step of each check that is due. */
export function checkJobs({ db, work, leaseMs, pauseMs, now }: Options): Job[] {
  return lanes.map(({ name, states, atOnce }) => {
    const isQueued = states[0] === 'queued';
    const due = {
      table: 'screening_checks',
      id: 'check_id',
      due: 'next_at',
      version: 'lease_version',
      where: sql`state in (${sql.join(states)})`,
      ...(isQueued && { set: sql`state = 'asking'` }),
    } as const;
    return {
      name,
      atOnce,
      pauseMs,
      claim: async (most, atHand) => {
        const claimed = await claimDue(db, due, { most, atHand, now: now(), leaseMs });
        return claimed.map((check) => ({
          id: check.check_id,
          work: async () => work({ ...check, was: isQueued ? 'queued' : check.state }),
        }));
      },
    };
  });
}

import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Clock } from '#domain/time.ts';
import type { Job } from '#jobs/job.ts';
import { findDueSchedules, requestScheduledFiles } from './report-schedules.store.ts';

const LOOK_MS = 10_000;

type Options = {
  db: Kysely<Tables>;
  now: Clock;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Called when files were requested. */
  onRequested: () => void;
};

/**
 * The job that requests the files of scheduled reports; the one that makes files does the rest. Its claims exclude nobody:
 * of several processes, only the first goes on with a schedule, and it requests the files in the same transaction.
 */
export function reportSchedulesJob({ db, now, log, onRequested }: Options): Job {
  return {
    name: 'scheduled reports',
    atOnce: 1,
    pauseMs: LOOK_MS,
    claim: async (most, atHand) => {
      const schedules = await findDueSchedules(db, { most, atHand, now: now() });
      return schedules.map((schedule) => ({
        id: schedule.schedule_id,
        work: async () => {
          const { leftOut } = await requestScheduledFiles(db, schedule, now());
          if (leftOut > 0) {
            const { account_id: accountId, schedule_id: id } = schedule;
            log.warn({ accountId, schedule: id, leftOut }, 'too many periods of a report were missed');
          }
          onRequested();
        },
      }));
    },
  };
}

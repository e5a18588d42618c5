import { type Kysely, sql } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { addMs, type Instant, msBetween } from '#domain/time.ts';
import type { Job } from './job.ts';

const LONGEST_DELAY_MS = 60_000;

type Options = {
  /** Unique among all jobs, also in the database. */
  name: string;
  everyMs: number;
  db: Kysely<Tables>;
  now: () => Instant;
  /** May run again before it has ended, in another process, if it takes longer than `everyMs`. */
  run: () => Promise<void>;
};

/**
 * A job that runs again and again. Processes on one database share its next
 * time, so that one of them runs it. None runs it more often than that by a clock that doesn't jump, and a next time
 * further away than `everyMs` comes from a clock that was wrong and doesn't count. So a jump of the clock neither holds
 * it up nor repeats it.
 */
export function every({ name, everyMs, db, now, run }: Options): Job {
  let lookAt = 0;
  return {
    name,
    atOnce: 1,
    startAfterMs: Math.min(everyMs, LONGEST_DELAY_MS),
    pauseMs: Math.min(everyMs, 1_000),
    claim: async () => {
      if (performance.now() < lookAt) return [];
      const moment = now();
      const waitMs = await claimTurn(db, name, { now: moment, everyMs });
      lookAt = performance.now() + (waitMs === 0 ? everyMs : waitMs);
      return waitMs === 0 ? [{ id: name, work: run }] : [];
    },
  };
}

/** Milliseconds until the next turn; 0: it is now, and claimed. */
async function claimTurn(
  db: Kysely<Tables>,
  name: string,
  { now, everyMs }: { now: Instant; everyMs: number },
): Promise<number> {
  const nextAt = addMs(now, everyMs);
  const { rows } = await sql`
    insert into job_schedules (name, next_at) values (${name}, ${nextAt}::timestamptz)
    on conflict (name) do update set next_at = excluded.next_at
    where job_schedules.next_at <= ${now}::timestamptz or job_schedules.next_at > excluded.next_at
    returning name`.execute(db);
  if (rows.length > 0) return 0;
  const schedule = await db
    .selectFrom('job_schedules')
    .select('next_at')
    .where('name', '=', name)
    .executeTakeFirst();
  const waitMs = schedule === undefined ? 0 : msBetween(now, schedule.next_at);
  return Math.min(everyMs, Math.max(1, waitMs));
}

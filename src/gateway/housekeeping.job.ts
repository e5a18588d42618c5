import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Clock } from '#domain/time.ts';
import { every } from '#jobs/every.ts';
import type { Job } from '#jobs/job.ts';

const EVERY_MS = 60_000;

type Options = { db: Kysely<Tables>; now: Clock; everyMs?: number | undefined };

/** Jobs that delete what is no longer needed, by what each deletes. Once a minute, in one of the processes. */
export function housekeepingJobs(
  deletions: Readonly<Record<string, () => Promise<void>>>,
  { db, now, everyMs = EVERY_MS }: Options,
): Job[] {
  return Object.entries(deletions).map(([what, run]) =>
    every({ name: `delete ${what}`, everyMs, db, now, run }),
  );
}

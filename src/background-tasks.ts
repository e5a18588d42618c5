import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Config } from './config.ts';
import type { Task } from './service/worker/worker.ts';

/** What the process works on beside answering requests: nothing where the wallet service is somebody else's. */
export function backgroundTasks(_config: Config, _db: Kysely<Tables>): Task[] {
  return [];
}

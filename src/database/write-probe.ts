import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

const INTERVAL_MS = 2_000;

/**
 * Rejects while nothing can be written: on a server that only reads, as a standby does, and on a full disk. It writes one row at
 * most every two seconds, however often it is called.
 */
export function createWriteProbe(db: Kysely<Tables>): () => Promise<void> {
  let latest: { at: number; done: Promise<void> } | undefined;
  return async () => {
    const at = performance.now();
    if (latest === undefined || at - latest.at >= INTERVAL_MS) latest = { at, done: beat(db) };
    await latest.done;
  };
}

async function beat(db: Kysely<Tables>): Promise<void> {
  await sql`
    insert into heartbeats (name, beat_at) values ('readiness', clock_timestamp())
    on conflict (name) do update set beat_at = excluded.beat_at`.execute(db);
}

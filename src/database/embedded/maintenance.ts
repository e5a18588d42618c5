import type { Pool } from 'pg';

/**
 * How often to look whether there is something to do. A checkpoint bounds what a start after a crash has to replay, and
 * the size of the write-ahead log, which without one grows forever. Both run on the only connection, so each is small: a
 * checkpoint writes what changed in a minute, and only tables with many dead or changed rows are vacuumed, one at a time.
 * A minute is what autovacuum waits, too: until a table that has grown is analyzed, its queries are planned as if it were
 * small.
 */
const INTERVAL_MS = 60_000;

/** How long to make way for queries that wait before doing it anyway. */
const LONGEST_DELAY_MS = 60_000;
const RETRY_MS = 500;

/** Autovacuum's own rule (its default threshold is 50 rows and a tenth or a fifth of the table). */
const NEEDY_TABLES = `
  select format('%I.%I', schemaname, relname) as name
  from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
  order by 1`;

/** What runs when it is stopped is finished. */
export type Maintenance = { stop: () => void };

/** Does for PGlite what PostgreSQL's background processes do. `onError` hears of what failed. */
export function startMaintenance(
  pool: Pool,
  onError: (error: unknown) => void,
  intervalMs = INTERVAL_MS,
): Maintenance {
  const stopping = new AbortController();
  const { signal } = stopping;
  let lastCheckpoint: string | undefined;

  const checkpoint = async (): Promise<void> => {
    if ((await logPosition(pool)) === lastCheckpoint) return;
    await pool.query('checkpoint');
    lastCheckpoint = await logPosition(pool);
  };
  const vacuum = async (): Promise<void> => {
    const { rows } = await pool.query<{ name: string }>(NEEDY_TABLES);
    for (const { name } of rows) {
      await untilIdle(pool, signal);
      if (signal.aborted) return;
      await pool.query(`vacuum (analyze) ${name}`);
    }
  };
  const repeat = async (task: () => Promise<void>): Promise<void> => {
    for (;;) {
      await sleep(intervalMs, signal);
      await untilIdle(pool, signal);
      if (signal.aborted) return;
      await task().catch(onError);
    }
  };
  void repeat(checkpoint);
  void repeat(vacuum);
  return { stop: () => stopping.abort() };
}

async function logPosition(pool: Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ position: string }>(
    'select pg_current_wal_insert_lsn()::text as position',
  );
  return rows[0]?.position;
}

async function untilIdle(pool: Pool, signal: AbortSignal): Promise<void> {
  const latest = performance.now() + LONGEST_DELAY_MS;
  while (pool.waitingCount > 0 && performance.now() < latest && !signal.aborted) {
    await sleep(RETRY_MS, signal);
  }
}

/** Ends early, without an error, when the signal is given; does not keep the process alive. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const woken = Promise.withResolvers<void>();
  const timer = setTimeout(woken.resolve, ms);
  timer.unref();
  signal.addEventListener('abort', () => woken.resolve(), { once: true });
  await woken.promise;
  clearTimeout(timer);
}

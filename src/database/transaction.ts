import { setTimeout as sleep } from 'node:timers/promises';
import type { IsolationLevel, Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Conflicts that a transaction may lose to another one, through no fault of its own: serialization_failure and
 * deadlock_detected. Nothing of it was stored. A connection that broke during the commit is not among them, because its
 * outcome is unknown.
 */
const RETRYABLE = new Set(['40001', '40P01']);

const ATTEMPTS = 10;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 500;

/**
 * Runs the work in a transaction: all of it is stored, or none if it throws. This is the only place that repeats a
 * transaction that lost against another one, at most ten times over about two seconds, so the work must be repeatable:
 * it may change nothing outside the database, and inside it uses only `trx` (on PGlite the outer handle waits forever).
 * The isolation is the server's own, read committed on PostgreSQL, unless it is named.
 */
export async function inTransaction<T>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
  options: { isolationLevel?: IsolationLevel } = {},
): Promise<T> {
  const { isolationLevel } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const transaction = db.transaction();
      return await (isolationLevel ? transaction.setIsolationLevel(isolationLevel) : transaction).execute(
        work,
      );
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
      // A random part of a growing pause, so that transactions that collided don't collide again.
      await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt));
    }
  }
}

function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && RETRYABLE.has(String(error.code));
}

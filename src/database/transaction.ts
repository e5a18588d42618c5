import { type IsolationLevel, type Kysely, sql, type Transaction } from 'kysely';
import { repeatConflicts } from './repeat-conflicts.ts';
import type { Tables } from './tables.ts';

/**
 * Runs the work in a transaction: all of it is stored, or none if it throws. It is repeated if it loses against another
 * one or finds a row locked, so the work must be repeatable: it may change nothing outside the database, and inside it
 * uses only `trx` (on PGlite the outer handle waits forever). Isolation is read committed, unless it is named.
 */
export async function inTransaction<T>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
  { isolationLevel = 'read committed' }: { isolationLevel?: IsolationLevel } = {},
): Promise<T> {
  return await repeatConflicts(
    async ({ lockWaitMs }) =>
      await db
        .transaction()
        .setIsolationLevel(isolationLevel)
        .execute(async (trx) => {
          if (lockWaitMs !== undefined) {
            await sql`select set_config('lock_timeout', ${String(lockWaitMs)}, true)`.execute(trx);
          }
          return await work(trx);
        }),
  );
}

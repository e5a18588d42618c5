import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { TemporaryFailure } from '#domain/temporary-failure.ts';
import { ServiceError } from '#http/service-error.ts';

/** How long the database looks for a text. Exact values and beginnings are found in far less; few letters match too much. */
const longestSearchMs = 1_000;

/** query_canceled: what PostgreSQL ends a statement with that takes too long. */
const CANCELED = '57014';

type Conditions = {
  where?: RawBuilder<SqlBool> | undefined;
  search?: RawBuilder<SqlBool> | undefined;
};

/**
 * Finds rows by `where` and, if there are none, by `search`. `find` runs one statement. Undefined without either of them.
 * Throws the ServiceError that says what to search for instead.
 */
export async function findRows<T>(
  db: Kysely<Tables>,
  { where, search }: Conditions,
  find: (db: Kysely<Tables>, where: RawBuilder<SqlBool>) => Promise<T[]>,
): Promise<T[] | undefined> {
  if (search === undefined) return where && (await find(db, where));
  return await withinSearchTime(db, async (tx) => {
    const found = where === undefined ? [] : await find(tx, where);
    return found.length > 0 ? found : await find(tx, search);
  });
}

/**
 * Looks for a text, with statements of at most `mostMs` each. Throws the ServiceError that says what to search for
 * instead. PGlite ends no statement early.
 */
export async function withinSearchTime<T>(
  db: Kysely<Tables>,
  search: (tx: Kysely<Tables>) => Promise<T>,
  mostMs: number = longestSearchMs,
): Promise<T> {
  try {
    return await inTransaction(db, async (tx) => {
      await sql`select set_config('statement_timeout', ${String(mostMs)}, true)`.execute(tx);
      return await search(tx);
    });
  } catch (error) {
    if (error instanceof TemporaryFailure && error.code === CANCELED) throw searchStopped();
    throw error;
  }
}

function searchStopped(): ServiceError {
  const rule =
    'The search took too long and was stopped, because too many rows contain this text. Enter more of the ID, hash, reference or address, or choose a shorter period.';
  return new ServiceError(400, rule, { data: { search: rule } });
}

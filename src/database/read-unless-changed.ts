import type { CompiledQuery, Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** What was read of a database since its last change. */
export class RememberedReads {
  /** Rows by statement and parameters. */
  rows = new Map<string, readonly unknown[]>();

  /** To be called after each change. What is being read meanwhile goes into the map that this replaces. */
  forget(): void {
    this.rows = new Map();
  }
}

const readsOf = new WeakMap<Kysely<Tables>, RememberedReads>();

/** From now on `readUnlessChanged` uses them. Only for a database that no other process can change. */
export function setRememberedReads(db: Kysely<Tables>, reads: RememberedReads): void {
  readsOf.set(db, reads);
}

/**
 * Rows as they are now, for looks that are repeated for as long as nothing happens: on the embedded database the same are
 * given again until something has changed there. They must follow from the database alone, not from the time.
 */
export async function readUnlessChanged<Row>(
  db: Kysely<Tables>,
  query: CompiledQuery<Row>,
): Promise<readonly Row[]> {
  const known = readsOf.get(db)?.rows;
  if (known === undefined) return (await db.executeQuery(query)).rows;
  const key = JSON.stringify([query.sql, query.parameters]);
  const remembered = known.get(key);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: of the same statement
  if (remembered !== undefined) return remembered as readonly Row[];
  const { rows } = await db.executeQuery(query);
  known.set(key, rows);
  return rows;
}

import { sql, type Transaction } from 'kysely';
import type { Tables } from '#database/tables.ts';

type Part = { table: string; name: string; definition: string };

/**
 * Lets `insert` fill the tables without their indexes and references, and rebuilds these from all rows: half of the
 * time of keeping them row by row, and every row is still checked. Primary keys and the rules of single rows stay in
 * force in the meantime. No one else may use the tables until the transaction ends, so it is only for a new database.
 */
export async function inBulk(
  tx: Transaction<Tables>,
  tables: readonly (keyof Tables)[],
  insert: () => Promise<void>,
): Promise<void> {
  const references = await sql<Part>`
    select r.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.contype = 'f' and r.relnamespace = current_schema()::regnamespace and r.relname = any(${tables}::text[])
    order by 1, 2`.execute(tx);
  const indexes = await sql<Part>`
    select tablename as table, indexname as name, indexdef as definition
    from pg_indexes
    where schemaname = current_schema() and tablename = any(${tables}::text[])
      and indexname not in (select conname from pg_constraint)
    order by 1, 2`.execute(tx);
  for (const { table, name } of references.rows) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(tx);
  }
  for (const { name } of indexes.rows) await sql`drop index ${sql.id(name)}`.execute(tx);
  await insert();
  for (const { definition } of indexes.rows) await sql.raw(definition).execute(tx);
  for (const { table, name, definition } of references.rows) {
    const constraint = sql`add constraint ${sql.id(name)} ${sql.raw(definition)}`;
    await sql`alter table ${sql.table(table)} ${constraint}`.execute(tx);
  }
}

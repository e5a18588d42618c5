import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Instant } from '#domain/time.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Tables } from '#database/tables.ts';
import type { List, ListedRow } from './list.ts';

export type ListQuery<Row extends ListedRow, Dimension extends keyof Row = keyof Row> = {
  accountId: string;
  /** Exact values; undefined: any. */
  filters: { readonly [name in Dimension]?: string | undefined };
  /** Both ends are included. */
  from?: Instant | undefined;
  to?: Instant | undefined;
  /**
   * What else must hold. Served by an index of its own and true of few rows: these are looked at one by one,
   * and the counts are of no use.
   */
  only?: RawBuilder<SqlBool> | undefined;
  sortBy: keyof Row & string;
  /** Equal values stand in the order of their ids, in the same direction. */
  sortDirection: 'asc' | 'desc';
  limit: number;
  offset: number;
};

/** One page of a list, and how many rows all pages have. Both are of the same moment. */
export async function readPage<Row extends ListedRow, Dimension extends keyof Row & string>(
  db: Kysely<Tables>,
  list: List<Row, Dimension>,
  query: ListQuery<Row, Dimension>,
): Promise<{ count: number; rows: Row[] }> {
  const conditions: RawBuilder<unknown>[] = [sql`account_id = ${query.accountId}`];
  for (const name of list.dimensions) {
    const value = query.filters[name];
    if (value !== undefined) conditions.push(sql`${sql.ref(name)} = ${value}`);
  }
  if (query.from !== undefined) conditions.push(sql`created_at >= ${query.from}`);
  if (query.to !== undefined) conditions.push(sql`created_at <= ${query.to}`);
  if (list.removedBy !== undefined) conditions.push(sql`${sql.ref(list.removedBy)} is null`);
  if (query.only !== undefined) conditions.push(query.only);
  const listed = sql`from ${sql.table(list.table)} where ${sql.join(conditions, sql` and `)}`;
  const direction = sql.raw(query.sortDirection);
  return await inTransaction(
    db,
    async (tx) => {
      const counted = await sql<{ count: number }>`select count(*) as count ${listed}`.execute(tx);
      const page = await sql<Row>`
        select * ${listed}
        order by ${sql.ref(query.sortBy)} ${direction}, ${sql.ref(list.id)} ${direction}
        limit ${query.limit} offset ${query.offset}`.execute(tx);
      return { count: counted.rows[0]?.count ?? 0, rows: page.rows };
    },
    { isolationLevel: 'repeatable read' },
  );
}

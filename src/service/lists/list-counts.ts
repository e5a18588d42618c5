import { sql, type Transaction } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { List, ListedRow } from './list.ts';

/** What of a row decides where it is counted. */
export type CountedRow<Row extends ListedRow, Dimension extends keyof Row> = Pick<
  Row,
  'account_id' | 'created_at' | Dimension
>;

/**
 * Keeps the counts of a list true to its rows: `added` came into it, `removed` left it, and a row whose status
 * changed is removed as it was and added as it is. Called in the transaction that writes the rows, and last in
 * it: the rows of today's counts are waited for by everybody. One call locks them in the order of their keys, so
 * that no two transactions wait for each other; one that calls more than once for the same list, as a payment
 * between two accounts does, may lose against another and is repeated by `inTransaction`.
 */
export async function changeCounts<Row extends ListedRow, Dimension extends keyof Row & string>(
  tx: Transaction<Tables>,
  list: List<Row, Dimension>,
  change: {
    added?: readonly CountedRow<Row, Dimension>[];
    removed?: readonly CountedRow<Row, Dimension>[];
  },
): Promise<void> {
  const differences = new Map<string, { key: string[]; by: number }>();
  const count = (row: CountedRow<Row, Dimension>, by: 1 | -1) => {
    for (const [grain, bucket] of [
      ['day', row.created_at.slice(0, 10)],
      ['month', `${row.created_at.slice(0, 7)}-01`],
    ] as const) {
      const key = [row.account_id, grain, bucket, ...list.dimensions.map((name) => String(row[name]))];
      const name = key.join('\n');
      const known = differences.get(name);
      if (known) known.by += by;
      else differences.set(name, { key, by });
    }
  };
  for (const row of change.added ?? []) count(row, 1);
  for (const row of change.removed ?? []) count(row, -1);
  const changed = [...differences].filter(([, { by }]) => by !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  if (changed.length === 0) return;

  const keys = ['account_id', 'grain', 'bucket', ...list.dimensions];
  const key = sql.join(keys.map((name) => sql.ref(name)));
  const values = keys.map((name, place) => {
    const column = changed.map(([, difference]) => difference.key[place]);
    return name === 'bucket' ? sql`${column}::date[]` : sql`${column}::text[]`;
  });
  const by = changed.map(([, difference]) => difference.by);
  const { rows: wrong } = await sql<{ key: string }>`
    with changed as (
      insert into ${sql.table(list.counts)} as counts (${key}, rows)
      select * from unnest(${sql.join(values)}, ${by}::integer[])
      on conflict (${key}) do update set rows = counts.rows + excluded.rows
      returning *
    )
    select concat_ws(' ', ${key}) as key from changed where rows < 0`.execute(tx);
  if (wrong[0] !== undefined) throw new Error(`A count of ${list.table} fell below zero: ${wrong[0].key}.`);
}

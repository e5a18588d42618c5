import { sql, type Transaction } from 'kysely';
import { add, negate } from '#domain/arithmetic.ts';
import { type Decimal, ZERO } from '#domain/decimal.ts';
import type { Tables } from '#database/tables.ts';
import type { List, ListedRow } from './list.ts';
import { grains, roundDown } from './list-range.ts';

/** What changes in a row of a rollup table. */
type Difference = { key: string[]; rows: number; sums: Decimal[] };

const keyColumns = ['account_id', 'grain', 'bucket'] as const;

/**
 * Keeps the counts and sums of a list true to its rows: `added` came into it, `removed` left it, and a row that changed
 * is removed as it was and added as it is. Called in the transaction that writes the rows, and last in
 * it: the rows of today's counts are waited for by everybody. One call locks them in the order of their keys, so
 * that no two transactions wait for each other; one that calls more than once for the same list, as a payment
 * between two accounts does, may lose against another and is repeated by `inTransaction`.
 */
export async function changeCounts<Row extends ListedRow, Dimension extends keyof Row & string>(
  tx: Transaction<Tables>,
  list: List<Row, Dimension>,
  change: { added?: readonly Row[]; removed?: readonly Row[] },
): Promise<void> {
  const changed = differencesOf(list, [
    ...(change.added ?? []).map((row) => ({ row, by: 1 }) as const),
    ...(change.removed ?? []).map((row) => ({ row, by: -1 }) as const),
  ]);
  if (changed.length === 0) return;
  const keys = [...keyColumns, ...list.dimensions];
  const key = sql.join(keys.map((name) => sql.ref(name)));
  const columns = list.sums.map(({ column }) => sql.ref(column));
  const values = [
    ...keys.map(
      (name, place) =>
        sql`${changed.map((difference) => difference.key[place])}::${sql.raw(name === 'bucket' ? 'timestamptz' : 'text')}[]`,
    ),
    sql`${changed.map(({ rows }) => rows)}::integer[]`,
    ...columns.map((_column, place) => sql`${changed.map(({ sums }) => sums[place])}::numeric[]`),
  ];
  const counted = [sql.ref('rows'), ...columns];
  const updates = counted.map((column) => sql`${column} = rollup.${column} + excluded.${column}`);
  const { rows: wrong } = await sql<{ key: string }>`
    with changed as (
      insert into ${sql.table(list.counts)} as rollup (${key}, ${sql.join(counted)})
      select * from unnest(${sql.join(values)})
      on conflict (${key}) do update set ${sql.join(updates)}
      returning concat_ws(' ', ${sql.join(keys.map((name) => sql.ref(`rollup.${name}`)))}) as key, rows
    )
    select key from changed where rows < 0`.execute(tx);
  if (wrong[0] !== undefined) throw new Error(`A count of ${list.table} fell below zero: ${wrong[0].key}.`);
}

/** What changes in the counts, in the order of their keys. */
function differencesOf<Row extends ListedRow, Dimension extends keyof Row & string>(
  list: List<Row, Dimension>,
  changes: readonly { row: Row; by: 1 | -1 }[],
): Difference[] {
  const byKey = new Map<string, Difference>();
  for (const { row, by } of changes) {
    const kind = list.dimensions.map((name) => String(row[name]));
    const values = list.sums.map(({ of }) => (by === 1 ? of(row) : negate(of(row))));
    for (const grain of grains) {
      const key = [row.account_id, grain, roundDown(grain, row.created_at), ...kind];
      const name = key.join('\n');
      const known = byKey.get(name) ?? { key, rows: 0, sums: values.map(() => ZERO) };
      byKey.set(name, {
        key,
        rows: known.rows + by,
        sums: values.map((value, place) => add(known.sums[place] ?? ZERO, value)),
      });
    }
  }
  return [...byKey]
    .filter(([, { rows, sums }]) => rows !== 0 || sums.some((sum) => sum !== ZERO))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, difference]) => difference);
}

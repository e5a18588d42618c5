import { sql, type RawBuilder, type Transaction } from 'kysely';
import { add, negate } from '#domain/arithmetic.ts';
import { type Decimal, ZERO } from '#domain/decimal.ts';
import type { Tables } from '#database/tables.ts';
import type { List, ListedRow, ListSum } from './list.ts';

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
  const changes = [
    ...(change.added ?? []).map((row) => ({ row, by: 1 }) as const),
    ...(change.removed ?? []).map((row) => ({ row, by: -1 }) as const),
  ];
  const counts = new Differences(list.sums);
  for (const { row, by } of changes) {
    const kind = list.dimensions.map((name) => String(row[name]));
    counts.count(row, [row.account_id, 'day', row.created_at.slice(0, 10), ...kind], by);
    counts.count(row, [row.account_id, 'month', `${row.created_at.slice(0, 7)}-01`, ...kind], by);
  }
  const { hours } = list;
  const hourly = new Differences(hours?.sums ?? []);
  for (const { row, by } of changes) {
    if (hours === undefined || row.status !== hours.status) continue;
    const kind = hours.dimensions.map((name) => String(row[name]));
    hourly.count(row, [row.account_id, `${row.created_at.slice(0, 13)}:00:00Z`, ...kind], by);
  }
  const upserts = [
    counts.upsert(list.counts, ['account_id', 'grain', 'bucket', ...list.dimensions]),
    ...(hours === undefined ? [] : [hourly.upsert(hours.table, ['account_id', 'hour', ...hours.dimensions])]),
  ].filter((upsert) => upsert !== undefined);
  if (upserts.length === 0) return;
  // One statement for both tables, which are waited for in this order.
  const names = upserts.map((_upsert, place) => sql.ref(`changed_${place}`));
  const { rows: wrong } = await sql<{ key: string }>`
    with ${sql.join(upserts.map((upsert, place) => sql`${names[place]} as (${upsert})`))}
    select key from (${sql.join(
      names.map((name) => sql`select key, rows from ${name}`),
      sql` union all `,
    )}) as changed where rows < 0`.execute(tx);
  if (wrong[0] !== undefined) throw new Error(`A count of ${list.table} fell below zero: ${wrong[0].key}.`);
}

const keyTypes: Partial<Record<string, 'date' | 'timestamptz'>> = { bucket: 'date', hour: 'timestamptz' };

/** What changes in a rollup table, by the keys of its rows. */
class Differences<Row> {
  readonly #sums: readonly ListSum<Row>[];
  readonly #byKey = new Map<string, { key: string[]; by: number; sums: Decimal[] }>();

  constructor(sums: readonly ListSum<Row>[]) {
    this.#sums = sums;
  }

  count(row: Row, key: string[], by: 1 | -1): void {
    const name = key.join('\n');
    const known = this.#byKey.get(name) ?? { key, by: 0, sums: this.#sums.map(() => ZERO) };
    this.#byKey.set(name, known);
    known.by += by;
    known.sums = this.#sums.map(({ of }, place) => {
      const value = of(row);
      return add(known.sums[place] ?? ZERO, by === 1 ? value : negate(value));
    });
  }

  /** Adds the differences to the rows with these keys; undefined where there are none. */
  upsert(
    table: keyof Tables,
    keys: readonly string[],
  ): RawBuilder<{ key: string; rows: number }> | undefined {
    const changed = [...this.#byKey]
      .filter(([, { by, sums }]) => by !== 0 || sums.some((difference) => difference !== ZERO))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, difference]) => difference);
    if (changed.length === 0) return undefined;
    const key = sql.join(keys.map((name) => sql.ref(name)));
    const columns = this.#sums.map(({ column }) => sql.ref(column));
    const values = [
      ...keys.map(
        (name, place) =>
          sql`${changed.map((difference) => difference.key[place])}::${sql.raw(keyTypes[name] ?? 'text')}[]`,
      ),
      sql`${changed.map(({ by }) => by)}::integer[]`,
      ...columns.map((_column, place) => sql`${changed.map(({ sums }) => sums[place])}::numeric[]`),
    ];
    const counted = [sql.ref('rows'), ...columns];
    const updates = counted.map((column) => sql`${column} = rollup.${column} + excluded.${column}`);
    return sql`
      insert into ${sql.table(table)} as rollup (${key}, ${sql.join(counted)})
      select * from unnest(${sql.join(values)})
      on conflict (${key}) do update set ${sql.join(updates)}
      returning concat_ws(' ', ${keyOf(keys)}) as key, rows`;
  }
}

function keyOf(keys: readonly string[]): RawBuilder<unknown> {
  return sql.join(keys.map((name) => sql.ref(`rollup.${name}`)));
}

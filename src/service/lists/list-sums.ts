import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Decimal } from '#domain/decimal.ts';
import type { Tables } from '#database/tables.ts';
import type { List, ListedRow, ListNames, ListQuery } from './list.ts';
import { allOf, filterConditions, listedConditions } from './list-query.ts';
import { bucketsToAdd, type IdRange, rangeIds, timeSlicesOf } from './list-range.ts';
import { findRows } from './search-limit.ts';

/** The rows that agree in some dimensions: their values, how many rows there are, and what they add up to. */
export type SumGroup<Dimension extends string> = {
  group: Record<Dimension, string>;
  rows: number;
  sums: Record<string, Decimal>;
};

type SumsQuery<Row extends ListedRow, Dimension extends keyof Row> = Pick<
  ListQuery<Row, Dimension>,
  'accountId' | 'filters' | 'from' | 'to' | 'where' | 'search'
>;

/**
 * The sums of all rows of a list that match, by the dimensions `per`. Whole months, days and hours come from the rollup
 * table, and rows are read only of parts of hours, or where `where` finds few. One statement, and so one moment.
 */
export async function listSums<
  Row extends ListedRow,
  Dimension extends keyof Row & string,
  Per extends Dimension,
>(
  db: Kysely<Tables>,
  list: List<Row, Dimension>,
  asked: SumsQuery<Row, Dimension>,
  per: readonly Per[],
): Promise<SumGroup<Per>[]> {
  const { accountId, from, to } = asked;
  const names: ListNames = list;
  const filters = Object.fromEntries(list.dimensions.map((name) => [name, asked.filters[name]]));
  const conditionsOn = (of: 'dims' | 'record') => {
    const { status, others } = filterConditions(names, { filters }, of);
    return [...status, ...others];
  };
  const columns = list.sums.map(({ column }) => sql.ref(column));
  const ofRows = (ids: IdRange, where?: RawBuilder<SqlBool>) => {
    const sums = list.sums.map(({ column, ofRecord }) => sql`sum(${ofRecord}) as ${sql.ref(column)}`);
    const conditions = [...listedConditions(names, accountId, ids), ...conditionsOn('record')];
    return sql`
      select ${sql.join([...per.map((name) => sql.ref(`record.${name}`)), sql`count(*) as rows`, ...sums])}
      from ${sql.table(list.table)} as record
      where ${allOf([...conditions, ...(where === undefined ? [] : [where])])}
      group by ${sql.join(per.map((name) => sql.ref(`record.${name}`)))}`;
  };
  const group = sql.join(per.map((name) => sql.ref(name)));
  const addUp = async (on: Kysely<Tables>, selects: readonly RawBuilder<unknown>[]) => {
    if (selects.length === 0) return [];
    const { rows } = await sql<Record<string, string> & { rows: number }>`
      select ${group}, sum(rows)::bigint as rows,
        ${sql.join(columns.map((column) => sql`sum(${column}) as ${column}`))}
      from (${sql.join(selects, sql` union all `)}) as parts
      group by ${group} having sum(rows) > 0
      order by ${group}`.execute(on);
    return rows;
  };
  const searched = await findRows(
    db,
    asked,
    async (on, where) => await addUp(on, [ofRows(rangeIds(list.idPrefix, from, to), where)]),
  );
  const { wholeHours, parts } = timeSlicesOf(list.idPrefix, from, to);
  const ofBuckets = bucketsToAdd(wholeHours).map(
    ({ grain, first, end, sign }) => sql`
      select ${sql.join([
        ...per.map((name) => sql.ref(name)),
        ...[sql.ref('rows'), ...columns].map((column) => sql`${sign}::integer * ${column} as ${column}`),
      ])}
      from ${sql.table(list.counts)} as dims
      where account_id = ${accountId} and grain = ${sql.lit(grain)}
        and bucket >= ${first}::timestamptz and bucket < ${end}::timestamptz
        and ${allOf(conditionsOn('dims'))}`,
  );
  const found = searched ?? (await addUp(db, [...ofBuckets, ...parts.map(({ ids }) => ofRows(ids))]));
  return found.map((row) => ({
    group: pick<Per, string>(row, per),
    rows: row.rows,
    sums: pick<string, Decimal>(
      row,
      list.sums.map(({ column }) => column),
    ),
  }));
}

function pick<Name extends string, Value>(row: Record<string, unknown>, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Record<Name, Value>;
}

import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ListNames, PageQuery } from './list.ts';
import type { IdRange } from './list-range.ts';

/** The filter of the status and those of the other dimensions, as conditions on the columns `of` a table. */
export function filterConditions(
  list: ListNames,
  { filters }: Pick<PageQuery, 'filters'>,
  of: 'record' | 'dims',
): { status: RawBuilder<unknown>[]; others: RawBuilder<unknown>[] } {
  const conditions = { status: [] as RawBuilder<unknown>[], others: [] as RawBuilder<unknown>[] };
  for (const name of list.dimensions) {
    const value = filters[name];
    if (value === undefined) continue;
    conditions[name === 'status' ? 'status' : 'others'].push(sql`${sql.ref(`${of}.${name}`)} = ${value}`);
  }
  return conditions;
}

/** The records of the account that are in the list and have these ids, as conditions. */
export function listedConditions(list: ListNames, accountId: string, ids: IdRange): RawBuilder<unknown>[] {
  const id = sql.ref(`record.${list.id}`);
  return [
    sql`record.account_id = ${accountId}`,
    sql`${id} >= ${ids.low} and ${id} < ${ids.high}`,
    ...isListed(list),
  ];
}

/** That a record is in the list. */
export function isListed({ removedBy }: ListNames): RawBuilder<unknown>[] {
  return removedBy === undefined ? [] : [sql`${sql.ref(`record.${removedBy}`)} is null`];
}

/** That a record is of the `kind` at hand. */
export function sameDimensionKey(list: ListNames): RawBuilder<unknown>[] {
  return list.dimensions.map((name) => sql`${sql.ref(`record.${name}`)} = ${sql.ref(`dims.${name}`)}`);
}

/** Whether the columns have the values that are given, each by an index of its own; undefined if none is given. */
export function hasValues(
  values: Readonly<Record<string, string | undefined>>,
): RawBuilder<SqlBool> | undefined {
  const conditions = Object.entries(values).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`],
  );
  return conditions.length === 0 ? undefined : sql<SqlBool>`${allOf(conditions)}`;
}

export function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

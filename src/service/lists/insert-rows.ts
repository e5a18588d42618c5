import { type Insertable, sql, type Transaction } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { timeId } from '../ids.ts';
import type { List, ListedRow } from './list.ts';
import { isListable } from './list-range.ts';

/**
 * Inserts rows, any number of them in one statement with one parameter a column, and returns them as they are stored: a
 * column that was left out is null. The counts are the caller's to change. Throws a RangeError for an id that does not say
 * when its row was made.
 */
export async function insertRows<Row extends ListedRow, Dimension extends keyof Row & string>(
  tx: Transaction<Tables>,
  list: List<Row, Dimension>,
  given: readonly Insertable<NoInfer<Row>>[],
): Promise<Row[]> {
  if (given.length === 0) return [];
  const names = Object.keys(list.columns) as (keyof Row & string)[];
  const nulls = Object.fromEntries(names.map((name) => [name, null])) as Partial<Row>;
  // Only columns that may be null can be left out.
  const rows = given.map((row) => ({ ...nulls, ...row }) as Row);
  for (const row of rows) checkId(list, row);
  const values = names.map((name) => sql`${rows.map((row) => row[name])}::${sql.raw(list.columns[name])}[]`);
  await sql`
    insert into ${sql.table(list.table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select * from unnest(${sql.join(values)})`.execute(tx);
  return rows;
}

/** The lists look for times in ids. */
function checkId<Row extends ListedRow>(list: Pick<List<Row, never>, 'id' | 'idPrefix'>, row: Row): void {
  const { created_at: createdAt } = row;
  const id = String(row[list.id]);
  if (!isListable(createdAt) || !id.startsWith(timeId(list.idPrefix, createdAt, ''))) {
    throw new RangeError(`The id ${id} does not begin with the moment ${createdAt}.`);
  }
}

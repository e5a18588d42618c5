import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Decimal } from '#domain/decimal.ts';
import type { Instant } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';

/** What every row of a list has. Its id begins with `created_at` (see `timeId`), so that ids sort chronologically. */
export type ListedRow = { account_id: string; status: string; created_at: Instant };

/** What a rollup table adds up of the rows that it counts, in a column of its own. */
export type ListSum<Row> = {
  column: string;
  of: (row: Row) => Decimal;
  /** The same in SQL, of a row that is named `record`. */
  ofRecord: RawBuilder<unknown>;
};

/** The sum of a column, which has the same name in the rollup table. */
export function sumOfColumn<const Column extends string>(
  column: Column,
): ListSum<{ [name in Column]: Decimal }> {
  return { column, of: (row) => row[column], ofRecord: sql.ref(`record.${column}`) };
}

/** The columns of a table with their types in SQL. */
type ColumnTypes<Row> = {
  readonly [name in keyof Row & string]: 'text' | 'numeric' | 'timestamptz' | 'boolean';
};

/**
 * A list that may have millions of rows, filtered and sorted at constant cost: a rollup table counts its rows per account,
 * month, day and hour, and per dimension key (one combination of values of all `dimensions`). docs/lists.md explains how.
 *
 * It needs three indexes on the listed rows: (account, id), (account, status, id) and (account, dimensions…, id). Every
 * other column that it sorts by needs one on (account, column, id).
 */
export type List<Row extends ListedRow, Dimension extends keyof Row & string> = {
  table: keyof Tables;
  columns: ColumnTypes<Row>;
  id: keyof Row & string;
  idPrefix: 'tx' | 'ex' | 'wd';
  counts: keyof Tables;
  /** The columns with exact filters, including `status`, in the order of the rollup table's key. */
  dimensions: readonly Dimension[];
  /** What the rollup table adds up as well. */
  sums: readonly ListSum<Row>[];
  /** A column that is null while the row is listed. */
  removedBy?: keyof Row & string;
};

export type ListQuery<Row extends ListedRow, Dimension extends keyof Row> = {
  accountId: string;
  /** Exact values; undefined: any. */
  filters: { readonly [name in Dimension]?: string | undefined };
  /** Both ends are inclusive. */
  from?: Instant | undefined;
  to?: Instant | undefined;
  /**
   * An extra condition, with columns named without their table. It must be selective and have its own index: the matching
   * rows are read one by one, without the counts.
   */
  where?: RawBuilder<SqlBool> | undefined;
  /**
   * Looks for a text, which is stopped after a second: by `where` if there is one and, if no row matches it, by this
   * condition.
   */
  search?: RawBuilder<SqlBool> | undefined;
  /**
   * Sorted by `created_at` and `status`, every page costs the same. Any other column needs an index (account, column,
   * id), and later pages cost more.
   */
  sortBy: keyof Row & string;
  /** Equal values are ordered by id, in the same direction. */
  sortDirection: 'asc' | 'desc';
  limit: number;
  offset: number;
};

/** Checks the names in a list definition against its row type. */
export function defineList<Row extends ListedRow>() {
  return <const Dimension extends keyof Row & string>(list: List<Row, Dimension>): List<Row, Dimension> =>
    list;
}

/** A list as the SQL builders see it. */
export type ListNames = Pick<List<ListedRow, never>, 'table' | 'idPrefix' | 'counts'> & {
  columns: Readonly<Record<string, string>>;
  id: string;
  dimensions: readonly string[];
  sums: readonly Pick<ListSum<never>, 'column' | 'ofRecord'>[];
  removedBy?: string;
};

/** A query as the SQL builders see it. */
export type PageQuery = Omit<ListQuery<ListedRow, never>, 'filters' | 'sortBy'> & {
  filters: { readonly [column: string]: string | undefined };
  sortBy: string;
};

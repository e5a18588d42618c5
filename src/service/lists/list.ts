import type { RawBuilder, SqlBool } from 'kysely';
import type { Instant } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';

/** What a row needs to stand in a list. Its id begins with `created_at` (see `timeId`), so that ids sort as times do. */
export type ListedRow = { account_id: string; status: string; created_at: Instant };

/**
 * A list of records of which there may be millions, filtered and sorted at constant cost: a second table counts
 * its rows for each account, day and month and each kind, a kind being one combination of all `dimensions`.
 *
 * The engine leans on three indexes, over the rows that are listed: (account, id), (account, status, id) and
 * (account, dimensions…, id); and on one (account, column, id) for each other column that it sorts by.
 */
export type List<Row extends ListedRow, Dimension extends keyof Row & string> = {
  table: keyof Tables;
  id: keyof Row & string;
  idPrefix: 'tx' | 'ex' | 'wd';
  counts: keyof Tables;
  /** The columns that can be filtered exactly, `status` among them, in the order of the counts' key. */
  dimensions: readonly Dimension[];
  /** A column that is null as long as the row is listed. */
  removedBy?: keyof Row & string;
};

export type ListQuery<Row extends ListedRow, Dimension extends keyof Row> = {
  accountId: string;
  /** Exact values; undefined: any. */
  filters: { readonly [name in Dimension]?: string | undefined };
  /** Both ends are included. */
  from?: Instant | undefined;
  to?: Instant | undefined;
  /**
   * What else must hold of a row; its columns are named without their table. Served by an index of its own and
   * true of few rows: these are looked at one by one, and the counts are of no use.
   */
  only?: RawBuilder<SqlBool> | undefined;
  /**
   * `created_at` and `status` cost the same on every page. Any other column needs an index (account, column,
   * id), and its page costs more the deeper it lies.
   */
  sortBy: keyof Row & string;
  /** Equal values stand in the order of their ids, in the same direction. */
  sortDirection: 'asc' | 'desc';
  limit: number;
  offset: number;
};

/** Checks the names of a list against its row. */
export function defineList<Row extends ListedRow>() {
  return <const Dimension extends keyof Row & string>(list: List<Row, Dimension>): List<Row, Dimension> =>
    list;
}

/** A list as the statements see it. */
export type ListNames = Pick<List<ListedRow, never>, 'table' | 'idPrefix' | 'counts'> & {
  id: string;
  dimensions: readonly string[];
  removedBy?: string;
};

/** A question as the statements see it. */
export type PageQuery = Omit<ListQuery<ListedRow, never>, 'filters' | 'sortBy'> & {
  filters: { readonly [column: string]: string | undefined };
  sortBy: string;
};

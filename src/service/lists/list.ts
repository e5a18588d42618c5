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
export type List<Row extends ListedRow, Dimension extends Text<Row> = Text<Row>> = {
  table: keyof Tables;
  id: Text<Row>;
  idPrefix: 'tx' | 'ex' | 'wd';
  counts: keyof Tables;
  /** The columns that can be filtered exactly, `status` among them, in the order of the counts' key. */
  dimensions: readonly Dimension[];
  /** A column that is null as long as the row is listed. */
  removedBy?: keyof Row & string;
};

type Text<Row> = keyof Row & string;

/** Checks the names of a list against its row. */
export function defineList<Row extends ListedRow>() {
  return <const Dimension extends Text<Row>>(list: List<Row, Dimension>): List<Row, Dimension> => list;
}

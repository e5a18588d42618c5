import {
  type ColumnDef,
  createColumnHelper,
  metaHelper,
  type RowData,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReadRow } from '#contract/read-answer.ts';

/** What a column says about its cells beyond their content. */
export type ColumnMeta = {
  /** `end` for numbers, so that their digits stand under each other. */
  align?: 'start' | 'end';
  /** The least width, as CSS, so that nothing moves when the rows arrive. */
  width?: string;
  /** The width in pixels before somebody changes it, in tables whose columns can be arranged. */
  size?: number;
  /** What a menu calls the column; the header, where it is text, says it otherwise. */
  label?: string;
  /** How wide the grey bar is that stands in for the content while it loads. */
  skeleton?: string;
  /** The name under which the service sorts by this column. Without it the column offers no sorting. */
  sortKey?: string;
  /** The cell that names the row: it holds the link when rows lead somewhere. One a table. */
  isRowHeader?: boolean;
};

// Only the core: paging, sorting and filtering are the service's. A feature of the table is added here.
export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() });

/** Makes the columns, at module scope, of a table whose rows are read from a list operation; `T` is a whole row. */
export function columnsOf<T>() {
  return createColumnHelper<typeof features, ReadRow<T>>();
}

/** What a menu of columns knows of each of a table's columns. At module scope. */
export function namedColumnsOf<T extends RowData>(
  columns: readonly ColumnDef<typeof features, ReadRow<T>>[],
  { hidden = [], pinned = [] }: { hidden?: readonly string[]; pinned?: readonly string[] },
) {
  return columns.map(({ id = '', header, meta }) => ({
    id,
    label: meta?.label ?? (typeof header === 'string' ? header : id),
    sortKey: meta?.sortKey,
    isHidden: hidden.includes(id),
    isPinned: pinned.includes(id),
  }));
}

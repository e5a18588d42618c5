import type { ReactNode } from 'react';

/**
 * One column of a DataTable. Made at module scope. The service pages, sorts and filters, so a column only says
 * what it shows: there is nothing for a table library to do, and the first page loads without one (8 KiB).
 */
export type Column<T> = {
  id: string;
  header: string;
  /** Shows what could be read of a row: a row that breaks the contract lacks fields. */
  cell: (row: Partial<T>) => ReactNode;
  /** `end` for numbers, so that their digits stand under each other. */
  align?: 'start' | 'end';
  /** The least width, as CSS, so that nothing moves when the rows arrive. */
  width?: string;
  /** How wide the grey bar is that stands in for the content while it loads. */
  skeleton?: string;
  /** The name under which the service sorts by this column. Without it the column offers no sorting. */
  sortKey?: string;
  /** The column that names the row: it holds the link when rows lead somewhere. One a table. */
  isRowHeader?: boolean;
};

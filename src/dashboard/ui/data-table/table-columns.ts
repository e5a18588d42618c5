import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type ColumnDef,
  metaHelper,
  type ReactTable,
  rowSelectionFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReadRow } from '#contract/read-answer.ts';

/** What a column says about its cells beyond their content. */
export type ColumnMeta = {
  /** `end` for numbers, so that their digits align. */
  align?: 'start' | 'end';
  /** What a menu calls the column; the header, where it is text, says it otherwise. */
  label?: string;
  /** How wide the gray bar is that replaces the content while it loads. */
  skeleton?: string;
  /** The name under which the service sorts by this column. Without it the column offers no sorting. */
  sortKey?: string;
  /** What the sorting is by, where the header doesn't say it. */
  sortTitle?: string;
  /** On a phone a row is a card of two columns. Cells without a side aren't on it. */
  card?: 'start' | 'end';
  /** Shown before the cell on a card if the content alone doesn't say what it is. */
  cardLabel?: string;
  /** The cell that names the row: it holds the link when rows lead somewhere. One a table. */
  isRowHeader?: boolean;
};

/** What the tables of lists do themselves. Paging, sorting and filtering are the service's. */
export const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  columnMeta: metaHelper<ColumnMeta>(),
});

/** A table of rows that are read from a list operation; `T` is a whole row. */
export type ListTable<T> = ReactTable<typeof features, ReadRow<T>>;

/** A column of such a table. */
export type ColumnOf<T> = Pick<ColumnDef<typeof features, ReadRow<T>>, 'header' | 'size' | 'meta' | 'cell'>;

/** In pixels. */
export const columnSizes = { minSize: 64, maxSize: 800, size: 140 };

/** A visible column in its current layout. */
export type ShownColumn = {
  id: string;
  meta: ColumnMeta | undefined;
  size: number;
  /** How far from the left edge it stays while the others scroll, in pixels; undefined where it scrolls too. */
  stickyAt: number | undefined;
};

const selectionWidth = 40;

/** The columns that are shown, from left to right. */
export function shownColumns<T>(table: ListTable<T>): ShownColumn[] {
  return [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()].map((column) => ({
    id: column.id,
    meta: column.columnDef.meta,
    size: column.getSize(),
    stickyAt: column.getIsPinned() === 'start' ? selectionWidth + column.getStart('start') : undefined,
  }));
}

/** The tracks of the rows' grid: as wide as they are set, and wider together where there is room. */
export function gridOf(columns: readonly { size: number }[]) {
  const sizes = [selectionWidth, ...columns.map(({ size }) => size)];
  return {
    minWidth: sizes.reduce((total, size) => total + size, 0),
    '--columns': sizes.map((size) => `minmax(${size}px, ${size}fr)`).join(' '),
  };
}

/** On a phone: how many lines a row's card has, of its two columns the longer. */
export function cardOf(columns: readonly ShownColumn[]) {
  const linesOn = (side: ColumnMeta['card']) => columns.filter(({ meta }) => meta?.card === side).length;
  return { '--card-lines': Math.max(linesOn('start'), linesOn('end')) };
}

import type { ColumnDef, RowData } from '@tanstack/react-table';
import type { features } from './table-columns.ts';

/** How one column stands. */
export type ColumnPlace = {
  id: string;
  /** Pixels; undefined: the column's own. */
  width?: number;
  /** Stays while the others scroll. Pinned columns come first. */
  isPinned: boolean;
};

/** How the columns of a table stand, and who hears when one is resized. */
export type Arrangement = {
  /** Those that are shown, in their order. */
  places: readonly ColumnPlace[];
  density: 'compact' | 'regular' | 'relaxed';
  onResize: (id: string, width: number) => void;
};

export const narrowest = 64;
export const widest = 800;

/** A width that can be read and fits. */
export function boundWidth(pixels: number): number {
  return Math.round(Math.min(widest, Math.max(narrowest, pixels)));
}

const selectionWidth = 40;
const defaultSize = 140;

/** What holds the width of the cells in this place of a row, counted from 0. */
export function widthProperty(place: number): string {
  return `--width-${place + 1}`;
}

/** The columns that are shown, in their order. */
export function arrange<Row extends RowData>(
  columns: readonly ColumnDef<typeof features, Row>[],
  places: readonly ColumnPlace[],
): ColumnDef<typeof features, Row>[] {
  return places.flatMap(({ id }) => columns.find((column) => column.id === id) ?? []);
}

/** How wide the columns are, and where those that are pinned stay. */
export function fixedWidths<Row extends RowData>(
  columns: readonly ColumnDef<typeof features, Row>[],
  places: readonly ColumnPlace[],
  hasSelection: boolean,
) {
  const own = columns.map(({ id = '', meta }) => {
    const place = places.find((candidate) => candidate.id === id);
    return { id, width: place?.width ?? meta?.size ?? defaultSize, isPinned: place?.isPinned === true };
  });
  const sticky = new Map<string, number>();
  let total = hasSelection ? selectionWidth : 0;
  for (const { id, width, isPinned } of own) {
    if (isPinned) sticky.set(id, total);
    total += width;
  }
  const all = [...(hasSelection ? [selectionWidth] : []), ...own.map(({ width }) => width)];
  return {
    /** For the table: its style sheet gives each cell the width of its place. */
    style: {
      minWidth: total,
      ...Object.fromEntries(all.map((width, index) => [widthProperty(index), width])),
    },
    sticky,
    widthOf: (id: string) => own.find((column) => column.id === id)?.width,
  };
}

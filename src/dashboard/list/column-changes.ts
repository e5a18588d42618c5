import type { ColumnPlace } from '../ui/data-table/arrangement.ts';
import { type ColumnLayout, type KnownColumn, pinnedFirst } from './column-layout.ts';

// What the menu of columns does with a layout: loaded with it.

/**
 * Every column in the order in which a menu names them: those that are shown as they stand, and each hidden one
 * behind the column that it follows at first, so that nothing moves when it is shown or hidden.
 */
export function columnsInOrder<C extends KnownColumn>(
  columns: readonly C[],
  layout: ColumnLayout,
): { column: C; place: ColumnPlace | undefined }[] {
  const named = layout.flatMap((place) => {
    const column = columns.find(({ id }) => id === place.id);
    return column === undefined ? [] : [{ column, place }];
  });
  const ordered: { column: C; place: ColumnPlace | undefined }[] = named;
  for (const [index, column] of columns.entries()) {
    if (layout.some(({ id }) => id === column.id)) continue;
    const before = columns[index - 1]?.id;
    const at = ordered.findIndex((entry) => entry.column.id === before);
    ordered.splice(at + 1, 0, { column, place: undefined });
  }
  return ordered;
}

/** The layout with the column shown where the menu names it, or not shown; the last one stays. */
export function toggleColumn(
  layout: ColumnLayout,
  id: string,
  columns: readonly KnownColumn[],
): ColumnLayout {
  if (layout.some((place) => place.id === id)) {
    return layout.length === 1 ? layout : layout.filter((place) => place.id !== id);
  }
  const shown = columnsInOrder(columns, layout).flatMap(({ column, place }) =>
    column.id === id ? [{ id, isPinned: false }] : place === undefined ? [] : [place],
  );
  return pinnedFirst(shown);
}

export function pinColumn(layout: ColumnLayout, id: string, isPinned: boolean): ColumnLayout {
  return pinnedFirst(layout.map((place) => (place.id === id ? { ...place, isPinned } : place)));
}

/** The layout with the column so many places further right. It stays among those that are pinned, or are not. */
export function moveColumn(layout: ColumnLayout, id: string, by: number): ColumnLayout {
  const from = layout.findIndex((place) => place.id === id);
  const place = layout[from];
  if (place === undefined) return layout;
  const others = layout.toSpliced(from, 1);
  return pinnedFirst(others.toSpliced(Math.max(0, Math.min(others.length, from + by)), 0, place));
}

import type { ColumnDef, RowData } from '@tanstack/react-table';
import { columnSizes, type features } from '#dashboard/ui/data-table/table-columns.ts';

/** A list's column layout, in the table's terms. */
export type ColumnLayout = {
  /** All of them. */
  columnOrder: string[];
  /** `false` for those that are hidden. */
  columnVisibility: Record<string, boolean>;
  /** Columns that stay in front while the others scroll. */
  columnPinning: { start: string[]; end: string[] };
  /** In pixels, if the user has changed it. */
  columnSizing: Record<string, number>;
};

export const densities = ['compact', 'regular', 'relaxed'] as const;

export type Density = (typeof densities)[number];

/** The columns of a list, in their default order. */
export type KnownColumns = {
  ids: readonly string[];
  /** Hidden by default. */
  hidden: readonly string[];
  /** Pinned by default. */
  pinned: readonly string[];
};

/** What the layout needs to know of a table's columns. At module scope. */
export function knownColumns<Row extends RowData>(
  columns: readonly ColumnDef<typeof features, Row>[],
  { hidden = [], pinned = [] }: { hidden?: readonly string[]; pinned?: readonly string[] },
): KnownColumns {
  return { ids: columns.map(({ id = '' }) => id), hidden, pinned };
}

/** The default layout. */
export function defaultLayout({ ids, hidden, pinned }: KnownColumns): ColumnLayout {
  return {
    columnOrder: [...ids],
    columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
    columnPinning: { start: [...pinned], end: [] },
    columnSizing: {},
  };
}

/** `*created_at,amount~180,hash`: those that are shown in order, pinned ones with a star, a width after the tilde. */
export function writeLayout(layout: ColumnLayout): string {
  const { columnOrder, columnVisibility, columnPinning, columnSizing } = layout;
  const { start } = columnPinning;
  return [...start, ...columnOrder.filter((id) => !start.includes(id))]
    .filter((id) => columnVisibility[id] !== false)
    .map((id) => {
      const { [id]: size } = columnSizing;
      return `${start.includes(id) ? '*' : ''}${id}${size === undefined ? '' : `~${boundSize(size)}`}`;
    })
    .join(',');
}

/** What `writeLayout` wrote, without columns that the list does not have; undefined where nothing is left. */
export function parseLayout(text: string | null, { ids }: KnownColumns): ColumnLayout | undefined {
  const unread = new Set(ids);
  const columnOrder: string[] = [];
  const start: string[] = [];
  const columnSizing: Record<string, number> = {};
  for (const part of (text ?? '').split(',')) {
    const [, star = '', id = '', digits] = /^(\*?)([a-z_]+)(?:~(\d{1,4}))?$/.exec(part) ?? [];
    // Each column once.
    if (!unread.delete(id)) continue;
    columnOrder.push(id);
    if (star === '*') start.push(id);
    if (digits !== undefined) columnSizing[id] = boundSize(Number(digits));
  }
  if (columnOrder.length === 0) return undefined;
  // Each hidden one behind the column that it follows at first, so that nothing moves when it is shown or hidden.
  for (const [index, id] of ids.entries()) {
    if (!unread.has(id)) continue;
    columnOrder.splice(columnOrder.indexOf(ids[index - 1] ?? '') + 1, 0, id);
  }
  return {
    columnOrder,
    columnVisibility: Object.fromEntries([...unread].map((id) => [id, false])),
    columnPinning: { start, end: [] },
    columnSizing,
  };
}

/** A shown column where the next or the previous one is shown, among those that are pinned or among the others. */
export function moveColumn(layout: ColumnLayout, id: string, step: 1 | -1): ColumnLayout {
  const { columnOrder, columnVisibility, columnPinning } = layout;
  const { start } = columnPinning;
  const isPinned = start.includes(id);
  const group = (isPinned ? start : columnOrder).filter(
    (other) => start.includes(other) === isPinned && columnVisibility[other] !== false,
  );
  const other = group[group.indexOf(id) + step];
  if (other === undefined || !group.includes(id)) return layout;
  return isPinned
    ? { ...layout, columnPinning: { ...columnPinning, start: moveTo(start, id, other) } }
    : { ...layout, columnOrder: moveTo(columnOrder, id, other) };
}

/** The ids with this one where the other is, which moves aside. */
function moveTo(ids: readonly string[], id: string, other: string): string[] {
  const to = ids.indexOf(other);
  return ids.filter((candidate) => candidate !== id).toSpliced(to, 0, id);
}

function boundSize(pixels: number): number {
  return Math.round(Math.min(columnSizes.maxSize, Math.max(columnSizes.minSize, pixels)));
}

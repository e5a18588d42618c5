import { boundWidth, type ColumnPlace } from '../ui/data-table/arrangement.ts';

/** How a list's columns stand: those that are shown, in their order. */
export type ColumnLayout = readonly ColumnPlace[];

export const densities = ['compact', 'regular', 'relaxed'] as const;

export type Density = (typeof densities)[number];

/** The columns of a list as the layout knows them. */
export type KnownColumn = { id: string; isHidden?: boolean; isPinned?: boolean };

/** What a menu calls a column, and what it says of it. */
export type NamedColumn = KnownColumn & { label: string; sortKey?: string | undefined };

/** The layout before anybody changed it. */
export function defaultLayout(columns: readonly KnownColumn[]): ColumnLayout {
  return columns
    .filter(({ isHidden }) => isHidden !== true)
    .map(({ id, isPinned = false }) => ({ id, isPinned }));
}

/** `*created_at,amount~180,hash`: in order, pinned ones with a star, a width after the tilde. */
export function writeLayout(layout: ColumnLayout): string {
  return layout
    .map(({ id, width, isPinned }) => `${isPinned ? '*' : ''}${id}${width === undefined ? '' : `~${width}`}`)
    .join(',');
}

/** What `writeLayout` wrote, without columns that the list does not have; undefined where nothing is left. */
export function readLayout(text: string | null, columns: readonly KnownColumn[]): ColumnLayout | undefined {
  const known = new Set(columns.map(({ id }) => id));
  const layout: ColumnPlace[] = [];
  for (const part of (text ?? '').split(',')) {
    const [, star = '', id = '', digits] = /^(\*?)([a-z_]+)(?:~(\d{1,4}))?$/.exec(part) ?? [];
    // Each column once.
    if (!known.delete(id)) continue;
    const isPinned = star === '*';
    layout.push(
      digits === undefined ? { id, isPinned } : { id, isPinned, width: boundWidth(Number(digits)) },
    );
  }
  return layout.length === 0 ? undefined : pinnedFirst(layout);
}

export function resizeColumn(layout: ColumnLayout, id: string, width: number): ColumnLayout {
  return layout.map((place) => (place.id === id ? { ...place, width: boundWidth(width) } : place));
}

/** Pinned columns stand in front. */
export function pinnedFirst(layout: ColumnLayout): ColumnLayout {
  return [...layout.filter(({ isPinned }) => isPinned), ...layout.filter(({ isPinned }) => !isPinned)];
}

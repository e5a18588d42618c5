import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { changeListQuery } from '#dashboard/lib/list-state.ts';
import {
  type ColumnLayout,
  defaultLayout,
  densities,
  type Density,
  type KnownColumns,
  parseLayout,
  writeLayout,
} from './column-layout.ts';
import { opensAnew } from './list-state.ts';

type Shown = { layout: ColumnLayout; density: Density };

/** What a list was called in an earlier release: how its columns were left then still counts. */
const formerNames: Readonly<Record<string, string>> = { 'activity-log': 'journal' };

/** Where the browser keeps the column layout of a list. */
export const layoutKey = (list: string) => `layout:${list}`;

/** What the person left behind, by list. Where storage is forbidden, the address alone keeps it. */
const remembered = {
  read(list: string): URLSearchParams {
    try {
      const former = localStorage.getItem(layoutKey(formerNames[list] ?? ''));
      return new URLSearchParams(localStorage.getItem(layoutKey(list)) ?? former ?? '');
    } catch {
      return new URLSearchParams();
    }
  },
  write(list: string, columns: string, density: string): void {
    try {
      localStorage.setItem(layoutKey(list), new URLSearchParams({ columns, density }).toString());
    } catch {
      // See above.
    }
  },
};

/**
 * The column layout of a list: as the URL says, so that a link shows the same; in a reopened list, as it was left.
 * Changes from the default are written into the URL. Define `columns` at module scope.
 */
export function useColumnLayout(list: string, columns: KnownColumns) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { state, search: drawn } = useLocation();
  // A link is what its sender saw, and without columns that was the list as it is at first. What the person left
  // is for the list that they open themselves.
  const left = search.size === 0 || opensAnew(state) ? remembered.read(list) : new URLSearchParams();
  const first = defaultLayout(columns);
  const read = (address: URLSearchParams, otherwise = new URLSearchParams()): Shown => ({
    layout:
      parseLayout(address.get('columns'), columns) ?? parseLayout(otherwise.get('columns'), columns) ?? first,
    density: parseDensity(address.get('density')) ?? parseDensity(otherwise.get('density')) ?? 'regular',
  });
  const shown = read(search, left);

  const inAddress = ({ layout, density }: Shown) => {
    const text = writeLayout(layout);
    return {
      columns: text === writeLayout(first) ? undefined : text,
      density: density === 'regular' ? undefined : density,
    };
  };
  const go = (next: Shown) => {
    const address = new URLSearchParams(window.location.search);
    const offset = address.get('offset') ?? undefined;
    void navigate({ search: changeListQuery(address, { ...inAddress(next), offset }) }, { replace: true });
  };
  /** Changes the layout of the address as it is now: a click may come before the previous one has been drawn. */
  const change = (update: (current: Shown) => Shown) => {
    const next = update(read(new URLSearchParams(window.location.search)));
    remembered.write(list, writeLayout(next.layout), next.density);
    go(next);
  };

  const wanted = inAddress(shown);
  const isInAddress =
    (search.get('columns') ?? undefined) === wanted.columns &&
    (search.get('density') ?? undefined) === wanted.density;
  useEffect(() => {
    // If the address has changed since, what is drawn is out of date.
    if (!isInAddress && drawn === window.location.search) go(shown);
  });

  return {
    ...shown,
    isDefault: wanted.columns === undefined && wanted.density === undefined,
    change: (update: (current: ColumnLayout) => ColumnLayout) =>
      change((current) => ({ ...current, layout: update(current.layout) })),
    changeDensity: (next: Density) => change((current) => ({ ...current, density: next })),
    reset: () => change(() => ({ layout: first, density: 'regular' })),
  };
}

export type ColumnLayoutState = ReturnType<typeof useColumnLayout>;

function parseDensity(text: string | null): Density | undefined {
  return densities.find((density) => density === text);
}

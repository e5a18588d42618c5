import { useState } from 'react';
import type { Selection } from '../ui/data-table/selection.tsx';

export type SelectionState = Selection & { clear: () => void };

/** Which rows are marked. `rows`: the ids of those that are shown, in their order; others are forgotten. */
export function useSelection(rows: readonly string[]): SelectionState {
  const [marked, setMarked] = useState<ReadonlySet<string>>(none);
  const [last, setLast] = useState<string>();
  const selected = marked.size === 0 ? none : new Set(rows.filter((id) => marked.has(id)));

  return {
    selected,
    select: (ids, isSelected, isRange = false) => {
      const wanted = isRange && last !== undefined ? between(rows, last, ids[0]) : ids;
      const next = new Set(selected);
      for (const id of wanted) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      setMarked(next);
      setLast(ids.at(-1));
    },
    clear: () => setMarked(none),
  };
}

const none: ReadonlySet<string> = new Set();

/** All rows from one to the other, whichever stands first. */
function between(rows: readonly string[], from: string, to: string | undefined): readonly string[] {
  const ends = [rows.indexOf(from), rows.indexOf(to ?? '')].toSorted((a, b) => a - b);
  const [first = -1, final = -1] = ends;
  return first === -1 ? rows.slice(final, final + 1) : rows.slice(first, final + 1);
}

import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { focusRow } from '#dashboard/ui/data-table/row-navigation.ts';

const rowIds = () =>
  [...document.querySelectorAll<HTMLElement>('tr[data-row]')].map(({ dataset }) => dataset['row'] ?? '');

/**
 * Gives the focus back to the row that a drawer was about, when it closes, or to the one that took its place if it is
 * gone; and to the link to where rows are made, when nothing was made there. `path`: where the list lives.
 */
export function useRowFocusReturn(path: string, creationPath?: string): void {
  const { pathname } = useLocation();
  const left = useRef<{ id: string; index: number }>(undefined);
  useEffect(() => {
    if (pathname.startsWith(`${path}/`)) {
      const [id = ''] = pathname
        .slice(path.length + 1)
        .split('/')
        .map(decodeURIComponent);
      const index = rowIds().indexOf(id);
      // A deleted row is looked up before it goes, and remembered.
      if (left.current?.id !== id || index !== -1) left.current = { id, index };
      return;
    }
    if (left.current === undefined) return;
    const { id, index } = left.current;
    left.current = undefined;
    if (creationPath === `${path}/${id}`) {
      document.querySelector<HTMLElement>('a[data-creation]')?.focus({ preventScroll: true });
      return;
    }
    const ids = rowIds();
    focusRow(ids.includes(id) || index === -1 ? id : (ids[Math.min(index, ids.length - 1)] ?? ''));
  }, [path, pathname, creationPath]);
}

import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { focusRow } from '../../ui/data-table/row-navigation.ts';

/** Gives the focus back to the row that a drawer was about, when it closes. `path`: where the list lives. */
export function useRowFocusReturn(path: string): void {
  const { pathname } = useLocation();
  const left = useRef<string>(undefined);
  useEffect(() => {
    if (pathname.startsWith(`${path}/`)) {
      left.current = pathname.slice(path.length + 1);
    } else if (left.current !== undefined) {
      focusRow(decodeURIComponent(left.current));
      left.current = undefined;
    }
  }, [path, pathname]);
}

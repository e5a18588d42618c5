import { useLayoutEffect } from 'react';
import { isTypingTarget, modalDialog } from '#dashboard/lib/keyboard.ts';
import { useShortcuts } from '#dashboard/lib/use-shortcuts.ts';
import { focusedRowId, focusFirstRow } from '#dashboard/ui/data-table/row-navigation.ts';

type Actions = {
  focusSearch: () => void;
  /** Where rows can be made. */
  create?: (() => void) | undefined;
  createKeys: readonly string[];
  /** What a key of the list's own does with the row that has the focus; false where it has none. */
  act: (key: string, rowId: string) => boolean;
  /** Marks the row, or not any longer. */
  toggle: (rowId: string) => void;
  /** What copying puts on the clipboard while no text is selected: the selected rows, otherwise the focused one. */
  copied: (rowId: string | undefined) => string | undefined;
};

/** The keys of a list. `isOn`: false while something covers it. */
export function useListKeys(
  isOn: boolean,
  { focusSearch, create, createKeys, act, toggle, copied }: Actions,
): void {
  useShortcuts(isOn, (key) => {
    // A dialog lets no key through to the page behind it.
    if (document.activeElement?.closest(modalDialog)) return false;
    if (key === '/') {
      focusSearch();
      return true;
    }
    if (createKeys.includes(key) && create !== undefined) {
      create();
      return true;
    }
    // The table itself handles keys within the rows.
    if (key === 'ArrowDown') return document.activeElement?.matches('body, main') === true && focusFirstRow();
    const row = focusedRowId();
    if (row === undefined) return false;
    if (key !== 'x') return act(key, row);
    toggle(row);
    return true;
  });
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const onCopy = (event: ClipboardEvent) => {
      if (isTypingTarget(event.target) || window.getSelection()?.isCollapsed === false) return;
      const text = copied(focusedRowId());
      if (text === undefined) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    };
    document.addEventListener('copy', onCopy);
    return () => document.removeEventListener('copy', onCopy);
  });
}

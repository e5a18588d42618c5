import type { KeyboardEvent, MouseEvent } from 'react';

const rowLink = 'a[data-row-link]';

/** Opens the row that was clicked outside its link, as the link would: modifier keys and the middle button included. */
export function openRowOnClick(event: MouseEvent<HTMLElement>): void {
  const target = event.target as Element;
  // The right button has its own meaning.
  if (event.button > 1) return;
  if (target.closest('a, button, input, label') !== null) return;
  // A user who selects an amount to copy it does not want the row to open.
  if (window.getSelection()?.isCollapsed === false) return;
  const link = target.closest('tr')?.querySelector<HTMLAnchorElement>(rowLink);
  const { metaKey, shiftKey } = event;
  const ctrlKey = event.ctrlKey || event.button === 1;
  link?.dispatchEvent(
    new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
}

/** Focuses the first row; false if there is none. */
export function focusFirstRow(): boolean {
  const first = document.querySelector<HTMLAnchorElement>(rowLink);
  first?.focus();
  return first !== null;
}

/** Goes to the row with this id, if it is shown. */
export function focusRow(id: string): void {
  document.querySelector<HTMLAnchorElement>(`tr[data-row="${CSS.escape(id)}"] ${rowLink}`)?.focus();
}

/** The id of the row that has the focus, on its link or anything else in it. */
export function focusedRowId(): string | undefined {
  return document.activeElement?.closest('tr')?.dataset['row'];
}

/** Up, Down, Home and End go from row to row, once one is focused. Enter is the link's own. */
export function moveOnArrows(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>(rowLink)];
  const current = links.findIndex((link) => link.closest('tr')?.contains(event.target as Node));
  const next = nextIndex(event.key, current, links.length);
  if (next === undefined) return;
  event.preventDefault();
  links[next]?.focus();
}

/** The row to focus, or undefined if the key doesn't move between rows. */
export function nextIndex(key: string, current: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return Math.min(current + 1, count - 1);
    case 'ArrowUp':
      return Math.max(current - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

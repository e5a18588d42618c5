import { type NavigateOptions, useLocation, useNavigate } from 'react-router';

/** The same page with another search. */
export type SearchChange = { search: string };

/**
 * Goes to an address that was made from the drawn one, and keeps what was changed since: a page is drawn some time
 * after its address has changed, and a filter may be chosen in between.
 */
export function useChangeAddress(): (to: SearchChange, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate();
  const { search } = useLocation();
  return async ({ search: wanted }, options) =>
    navigate({ search: rebaseSearch(search, wanted, window.location.search) }, options);
}

/**
 * What leads from one search to another, done to a third: `current` is the address as it is, `drawn` the one that
 * the page still shows, and `wanted` what a link of that page makes of it. So a change that is not drawn yet is
 * not undone by the next one.
 */
export function rebaseSearch(drawn: string, wanted: string, current: string): string {
  if (drawn === current) return wanted;
  const before = new URLSearchParams(drawn);
  const after = new URLSearchParams(wanted);
  const changed = new URLSearchParams(current);
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const value = after.get(name);
    if (value === before.get(name)) continue;
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  }
  if (after.get('offset') !== before.get('offset') && hasOtherRows(before, new URLSearchParams(current))) {
    changed.delete('offset');
  }
  const text = changed.toString();
  return text === '' ? '' : `?${text}`;
}

// Whatever these are, a list has the same rows in the same order.
const keepingRows = new Set(['offset', 'until', 'columns', 'density']);

/** Whether the offset of one search means nothing in another, which has other rows or pages of another size. */
function hasOtherRows(one: URLSearchParams, other: URLSearchParams): boolean {
  return [...one.keys(), ...other.keys()].some(
    (name) => !keepingRows.has(name) && one.get(name) !== other.get(name),
  );
}

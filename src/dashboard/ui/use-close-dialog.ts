import { useLocation, useNavigate, useResolvedPath } from 'react-router';
import { goBackToOpener } from '#dashboard/lib/opener.ts';

/** History entries, by their key, whose form is saved. */
const saved = new Set<string>();

/** Whether what was entered at this history entry is saved, so that leaving it loses nothing. */
export function isSaved(key: string): boolean {
  return saved.has(key);
}

/** What was entered at this history entry is saved now. */
export function noteSaved(key: string): void {
  saved.add(key);
}

/** A form that is opened, or opened again, at this history entry has saved nothing yet. */
export function forgetSaved(key: string): void {
  saved.delete(key);
}

/**
 * Closes a dialog that has an address: goes back to what it was opened on, else takes its place in the history,
 * with the query string of the list. Either way the browser's Back does not open it again.
 */
export function useCloseDialog(closeTo = '..') {
  const navigate = useNavigate();
  const { pathname } = useResolvedPath(closeTo);
  const { search, key } = useLocation();
  return (options: { saved?: boolean } = {}) => {
    if (options.saved === true) noteSaved(key);
    const place = { pathname, search };
    if (!goBackToOpener(place)) void navigate(place, { replace: true });
  };
}

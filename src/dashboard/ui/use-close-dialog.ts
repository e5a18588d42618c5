import { useLocation, useNavigate, useResolvedPath } from 'react-router';

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

type Entry = { key: string; url: string | null };

type Place = { pathname: string; search: string };

/**
 * The key of the history entry on which a dialog was opened: the nearest before it at `place`, if all between are URLs
 * below that one. Undefined if the user reached the dialog another way.
 */
export function openerKey(entries: readonly Entry[], current: number, place: Place): string | undefined {
  for (let index = current - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (entry === undefined || entry.url === null) return undefined;
    const { pathname, search } = new URL(entry.url);
    if (pathname === place.pathname) return search === place.search ? entry.key : undefined;
    if (!pathname.startsWith(`${place.pathname}/`)) return undefined;
  }
  return undefined;
}

/**
 * Goes back in the browser's history to where a dialog was opened. False if that is unknown. Called twice for one
 * dialog, as a double click does, it goes back only once.
 */
function goBackToOpener(place: Place): boolean {
  // Browsers from before 2026 may have no Navigation API.
  const { navigation } = globalThis as { navigation?: Navigation };
  const current = navigation?.currentEntry?.index;
  if (navigation === undefined || current === undefined) return false;
  const key = openerKey(navigation.entries(), current, place);
  if (key === undefined) return false;
  navigation.traverseTo(key);
  return true;
}

type Entry = { key: string; url: string | null };

type Place = { pathname: string; search: string };

/**
 * The key of the history entry on which a dialog was opened: the nearest before it at `place`, where all between
 * are addresses below that one. Undefined where somebody came to the dialog another way.
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
 * Goes back in the browser's history to where a dialog was opened. False where that cannot be told. Asked twice
 * for one dialog, as a double click does, it still goes there only.
 */
export function goBackToOpener(place: Place): boolean {
  // Browsers from before 2026 may have no Navigation API.
  const { navigation } = globalThis as { navigation?: Navigation };
  const current = navigation?.currentEntry?.index;
  if (navigation === undefined || current === undefined) return false;
  const key = openerKey(navigation.entries(), current, place);
  if (key === undefined) return false;
  navigation.traverseTo(key);
  return true;
}

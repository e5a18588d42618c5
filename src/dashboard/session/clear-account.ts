/** What belongs to the browser and not to an account: how the console looks and is used. */
const keptNames = new Set(['color-scheme', 'time-zone', 'letter-shortcuts']);
const keptPrefix = 'layout:';

function isKept(name: string): boolean {
  return keptNames.has(name) || name.startsWith(keptPrefix);
}

/** How the console looks and is used in this browser, to be put back after the browser cleared everything. */
export function readKeptSettings(): [name: string, value: string][] {
  try {
    return Object.entries<string>(localStorage).filter(([name]) => isKept(name));
  } catch {
    // Storage may be forbidden: there is nothing in it then.
    return [];
  }
}

export function putBack(settings: readonly [name: string, value: string][]): void {
  try {
    for (const [name, value] of settings) localStorage.setItem(name, value);
  } catch {
    // As above.
  }
}

/** Takes everything of the account out of the storage of this tab and this browser, whoever put it there. */
export function clearStorage(): void {
  try {
    sessionStorage.clear();
    for (const name of Object.keys(localStorage)) if (!isKept(name)) localStorage.removeItem(name);
  } catch {
    // As above.
  }
}

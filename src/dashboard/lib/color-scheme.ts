import { useSyncExternalStore } from 'react';

/** What the person chose; `auto` follows the system. */
export type ColorScheme = 'light' | 'dark' | 'auto';

// The script in index.html reads the same key before the first paint.
const key = 'color-scheme';
const attribute = 'data-mantine-color-scheme';
const system = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

let chosen = read();

function read(): ColorScheme {
  try {
    const stored = localStorage.getItem(key);
    return stored === 'light' || stored === 'dark' ? stored : 'auto';
  } catch {
    return 'auto';
  }
}

function apply(): void {
  document.documentElement.setAttribute(attribute, shownScheme());
  for (const listener of listeners) listener();
}

function shownScheme(): 'light' | 'dark' {
  if (chosen !== 'auto') return chosen;
  return system.matches ? 'dark' : 'light';
}

system.addEventListener('change', apply);
// Another tab of this console chose.
window.addEventListener('storage', (event) => {
  if (event.key !== key) return;
  chosen = read();
  apply();
});

/** Chooses a scheme, here and in all tabs, for good. */
export function chooseColorScheme(scheme: ColorScheme): void {
  chosen = scheme;
  try {
    localStorage.setItem(key, scheme);
  } catch {
    // Storage may be forbidden; the choice then holds until the page is left.
  }
  apply();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useColorScheme = (): ColorScheme => useSyncExternalStore(subscribe, () => chosen);

/** The scheme that is on the screen, `auto` resolved. */
export const useShownScheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, shownScheme);

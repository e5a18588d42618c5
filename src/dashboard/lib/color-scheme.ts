import { useSyncExternalStore } from 'react';
import { storedSetting } from './setting.ts';

/** What the person chose; `auto` follows the system. */
export type ColorScheme = 'light' | 'dark' | 'auto';

const attribute = 'data-mantine-color-scheme';
// Only a browser has one: the script in index.html sets the scheme of what the server draws.
const system = globalThis.window?.matchMedia('(prefers-color-scheme: dark)');

// The script in index.html reads the same key before the first paint.
const setting = storedSetting<ColorScheme>('color-scheme', (stored) =>
  stored === 'light' || stored === 'dark' ? stored : 'auto',
);

function shownScheme(): 'light' | 'dark' {
  const chosen = setting.get();
  if (chosen !== 'auto') return chosen;
  return system?.matches ? 'dark' : 'light';
}

function apply(): void {
  document.documentElement.setAttribute(attribute, shownScheme());
}

setting.subscribe(apply);
system?.addEventListener('change', apply);

function subscribe(listener: () => void): () => void {
  const unsubscribe = setting.subscribe(listener);
  system?.addEventListener('change', listener);
  return () => {
    unsubscribe();
    system?.removeEventListener('change', listener);
  };
}

/** Chooses a scheme, here and in all tabs, for good. */
export const chooseColorScheme = setting.set;

export const useColorScheme = setting.use;

/** The scheme that is on the screen, `auto` resolved. */
export const useShownScheme = (): 'light' | 'dark' =>
  useSyncExternalStore(subscribe, shownScheme, shownScheme);

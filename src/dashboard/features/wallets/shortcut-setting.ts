import { useSyncExternalStore } from 'react';

const storageKey = 'letter-shortcuts';
const listeners = new Set<() => void>();
let areOn = readStored();

function readStored(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    // Storage may be forbidden; the setting then lasts as long as the page.
    return true;
  }
}

/** Whether single letters are shortcuts. Speech input and some motor impairments need them off (WCAG 2.1.4). */
export function areLetterShortcutsOn(): boolean {
  return areOn;
}

export function setLetterShortcuts(on: boolean): void {
  areOn = on;
  try {
    localStorage.setItem(storageKey, on ? 'on' : 'off');
  } catch {
    // See above.
  }
  for (const listener of listeners) listener();
}

export function useLetterShortcuts(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, areLetterShortcutsOn);
}

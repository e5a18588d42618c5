import { useSyncExternalStore } from 'react';

/** Something a person chose for this browser, the same in all its tabs. */
export type Setting<T> = {
  get: () => T;
  /** Chooses, here and in all tabs, for good. */
  set: (value: T) => void;
  /** Calls the listener after every change; gives what ends that. */
  subscribe: (listener: () => void) => () => void;
  use: () => T;
};

/**
 * A setting that is kept in the browser under `key`. `read` makes a value of what is stored, null when nothing is,
 * and never throws. It must give equal primitives, or the same object, for equal texts.
 */
export function storedSetting<T extends string | boolean>(
  key: string,
  read: (stored: string | null) => T,
  {
    write = String,
    isToldServer = false,
  }: {
    write?: (value: T) => string;
    /** Whether pages come as it says. Otherwise they come as if nothing were stored, and change when they can be used. */
    isToldServer?: boolean;
  } = {},
): Setting<T> {
  const listeners = new Set<() => void>();
  let value = read(stored(key));
  const initial = read(null);

  const change = (next: T) => {
    value = next;
    for (const listener of listeners) listener();
  };
  // Another tab of this console chose.
  globalThis.window?.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) change(read(event.newValue));
  });

  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set: (next) => {
      try {
        localStorage.setItem(key, write(next));
      } catch {
        // Storage may be forbidden; the choice then holds until the page is left.
      }
      change(next);
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get, isToldServer ? get : () => initial),
  };
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

import { useSyncExternalStore } from 'react';

let isLive = true;
const listeners = new Set<() => void>();

/** Pauses the refresh of all lists, or lets it go on. Holds until the page is left: a list that nobody refreshes looks true. */
export function setLive(live: boolean): void {
  isLive = live;
  for (const listener of listeners) listener();
}

export function useIsLive(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isLive,
  );
}

import { useSyncExternalStore } from 'react';

/** How often live pages look for new rows and refresh the shown ones. Paused in a hidden tab. */
export const liveEveryMs = 15_000;

let isLive = true;
const listeners = new Set<() => void>();

/**
 * Pauses the refresh of everything that is live, or resumes it. Holds until the page is left, because a list without
 * refresh looks current.
 */
export function setLive(live: boolean): void {
  isLive = live;
  for (const listener of listeners) listener();
}

/** For what isn’t drawn. */
export function isLiveNow(): boolean {
  return isLive;
}

export function useIsLive(): boolean {
  return useSyncExternalStore(subscribe, isLiveNow, isLiveNow);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

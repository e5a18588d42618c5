import { useSyncExternalStore } from 'react';

/** The time by `clock`, to the second, in milliseconds since 1970: redraws the component every second. */
export function useClock(clock: () => number = Date.now): number {
  const second = () => Math.floor(clock() / 1_000) * 1_000;
  return useSyncExternalStore(everySecond, second, second);
}

function everySecond(listener: () => void): () => void {
  const timer = setInterval(listener, 1_000);
  return () => clearInterval(timer);
}

import { useSyncExternalStore } from 'react';
import { serverNow } from './server-time.ts';

/** The server's time to the second, in milliseconds since 1970: redraws the component every second. */
export function useClock(): number {
  return useSyncExternalStore(everySecond, second, second);
}

const second = (): number => Math.floor(serverNow() / 1_000) * 1_000;

function everySecond(listener: () => void): () => void {
  const timer = setInterval(listener, 1_000);
  return () => clearInterval(timer);
}

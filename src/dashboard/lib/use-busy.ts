import { useSyncExternalStore } from 'react';

/** A success says little while others fail: the service may answer what needs less. */
const calmMs = 2_000;

let busyAt: number | undefined;
const listeners = new Set<() => void>();

/** Notes the status of a response: 503 says that the service is busy, until requests have succeeded for a while. */
export function noteAvailability(status: number): void {
  const wasBusy = busyAt !== undefined;
  if (status === 503) busyAt = Date.now();
  else if (status < 500 && busyAt !== undefined && Date.now() - busyAt >= calmMs) busyAt = undefined;
  if (wasBusy !== (busyAt !== undefined)) for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether the service turned requests away lately and none has succeeded since. */
export function useBusy(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => busyAt !== undefined,
    () => false,
  );
}

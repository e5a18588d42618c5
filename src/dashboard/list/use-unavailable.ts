import { useCallback, useSyncExternalStore } from 'react';
import { subscribeToLimits, unavailableOf } from '#dashboard/api/provider-limits.ts';
import { unavailableMessage } from '#dashboard/lib/unproved.ts';

/** Gives why a parameter of a list, or a sort order as `sort_by=value`, can't be used; undefined where it can. */
export function useUnavailable(operationId: string): (name: string) => string | undefined {
  const read = () => unavailableOf(operationId);
  // The server draws lists of its own service alone, which lacks nothing.
  const unavailable = useSyncExternalStore(subscribeToLimits, read, () => undefined);
  return useCallback(
    (name) => {
      if (unavailable === undefined) return undefined;
      const isNamed = unavailable.names.includes(name) || unavailable.unproved.includes(name);
      return isNamed ? unavailableMessage(name, unavailable) : undefined;
    },
    [unavailable],
  );
}

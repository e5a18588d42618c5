import { useCallback, useSyncExternalStore } from 'react';
import { subscribeToLimits, unavailableOf } from '#dashboard/api/provider-limits.ts';
import { unavailableMessage } from '#dashboard/lib/unproved.ts';

/** Gives why a parameter of a list, or a sort order as `sort_by=value`, can't be used; undefined where it can. */
export function useUnavailable(operationId: string): (name: string) => string | undefined {
  const unavailable = useSyncExternalStore(subscribeToLimits, () => unavailableOf(operationId));
  return useCallback(
    (name) => {
      if (unavailable === undefined) return undefined;
      const isNamed = unavailable.names.includes(name) || unavailable.unproved.includes(name);
      return isNamed ? unavailableMessage(name, unavailable) : undefined;
    },
    [unavailable],
  );
}

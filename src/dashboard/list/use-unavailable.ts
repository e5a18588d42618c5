import { useQuery } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { subscribeToLimits, unavailableOf } from '#dashboard/api/provider-limits.ts';
import { codeOf } from '#dashboard/api/queries.ts';

/** What words the reason: few providers need it. */
const textCode = codeOf('unproved-text', () => import('#dashboard/lib/unproved-text.ts'));

/** Gives why a parameter of a list, or a sort order as `sort_by=value`, can't be used; undefined where it can. */
export function useUnavailable(operationId: string): (name: string) => string | undefined {
  const read = () => unavailableOf(operationId);
  // The server draws lists of its own service alone, which lacks nothing.
  const unavailable = useSyncExternalStore(subscribeToLimits, read, () => undefined);
  const { data: text } = useQuery({ ...textCode, enabled: unavailable !== undefined });
  return useCallback(
    (name) => {
      if (unavailable === undefined) return undefined;
      const isNamed = unavailable.names.includes(name) || unavailable.unproved.includes(name);
      if (!isNamed) return undefined;
      return text?.unavailableMessage(name, unavailable) ?? 'This provider can’t do this.';
    },
    [unavailable, text],
  );
}

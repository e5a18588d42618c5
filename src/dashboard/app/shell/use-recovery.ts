import { type QueryFilters, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useBusy } from '#dashboard/lib/use-busy.ts';
import { sessionQueries } from '#dashboard/session/session.queries.ts';

const pauseMs = 3_000;

const failed: QueryFilters = { type: 'active', predicate: ({ state }) => state.status === 'error' };

/** While the service is busy, reads again what failed on this page, or who is signed in if nothing did. Writes nothing. */
export function useRecovery(): void {
  const client = useQueryClient();
  const isBusy = useBusy();
  // The notice ends when a request succeeds, so one is made even if the page makes none.
  useEffect(() => {
    if (!isBusy) return undefined;
    const timer = setInterval(() => {
      const isAnyFailed = client.getQueryCache().findAll(failed).length > 0;
      void client.refetchQueries(isAnyFailed ? failed : sessionQueries.current());
    }, pauseMs);
    return () => clearInterval(timer);
  }, [client, isBusy]);
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenToEvents } from '#dashboard/api/live-events.ts';
import { callsAny } from '#dashboard/api/queries.ts';
import { staleAfterMovement } from '#dashboard/api/stale.ts';
import { usePermission, useSession } from '#dashboard/session/session.queries.ts';
import { isLiveNow } from './live-setting.ts';

/** Between two readings, so that a provider that sends events without end isn't asked without end. */
const pauseMs = 500;

/**
 * Reads again what is shown and live when the provider says that funds have moved. What it says isn't believed: the
 * page shows what the wallet service answers. Mounted once in the window.
 */
export function useMovements(): void {
  const queryClient = useQueryClient();
  const receivesEvents = useSession().receives_events;
  const mayRead = usePermission('transactions:read').allowed;
  useEffect(
    () => (receivesEvents && mayRead ? followMovements(queryClient) : undefined),
    [queryClient, receivesEvents, mayRead],
  );
}

/**
 * One reading at a time, and one more for whatever came in the meantime, however much that was: it sees all that had
 * happened when it began.
 */
export function followMovements(
  queryClient: QueryClient,
  listen: (hear: () => void) => () => void = (hear) => listenToEvents('movement', hear),
): () => void {
  let isReading = false;
  let isStale = false;

  const readAgain = async () => {
    isReading = true;
    while (isStale && isLiveNow()) {
      isStale = false;
      await refreshMoved(queryClient);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    isReading = false;
  };
  return listen(() => {
    isStale = true;
    if (!isReading) void readAgain();
  });
}

async function refreshMoved(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey, meta }) =>
      callsAny(queryKey, staleAfterMovement) && meta?.['readsWholeList'] !== true,
  });
}

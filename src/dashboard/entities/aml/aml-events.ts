import type { QueryClient } from '@tanstack/react-query';
import { refreshAfter } from '#dashboard/api/changes.ts';
import { listenToEvents } from '#dashboard/api/live-events.ts';

/** Many checks can change in one moment: what they change is asked for once. */
const pauseMs = 500;

/** Listens to changes of checks, and has what is shown of them asked for again, until the given end is called. */
export function listenToChecks(queryClient: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const readAgain = () => {
    timer = undefined;
    // Whatever has changed the checks, every query that shows them is stale, as when a user stops one.
    void refreshAfter(queryClient, { id: 'stopAmlChecks' });
  };
  const unlisten = listenToEvents('check', () => {
    timer ??= setTimeout(readAgain, pauseMs);
  });
  return () => {
    clearTimeout(timer);
    unlisten();
  };
}

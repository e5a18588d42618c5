import type { QueryClient } from '@tanstack/react-query';
import { stopAmlChecks } from '#contract/gateway/aml-checks.ts';
import { amlEventsPath } from '#contract/gateway/aml-files.ts';
import { refreshAfter } from '#dashboard/api/changes.ts';

/** Many checks can change in one moment: what they change is asked for once. */
const pauseMs = 500;

let isOpen = false;

/** Whether changes are announced as they happen; otherwise pages poll for them. */
export function areChangesAnnounced(): boolean {
  return isOpen;
}

/**
 * Listens to changes of checks, and has what is shown of them asked for again, until the given end is called. One
 * stream for the tab, and only while the tab is seen: browsers speaking HTTP/1.1 have six connections for all tabs.
 */
export function listenToChecks(queryClient: QueryClient): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const readAgain = () => {
    timer = undefined;
    // Whatever has changed the checks, every query that shows them is stale, as when a user stops one.
    void refreshAfter(queryClient, stopAmlChecks);
  };
  const readSoon = () => {
    timer ??= setTimeout(readAgain, pauseMs);
  };
  const close = () => {
    source?.close();
    source = undefined;
    isOpen = false;
  };
  const open = () => {
    source = new EventSource(amlEventsPath);
    source.addEventListener('open', () => {
      isOpen = true;
      // Changes from before the stream opened were not announced.
      readSoon();
    });
    source.addEventListener('message', readSoon);
    source.addEventListener('error', () => {
      // The browser reconnects on its own unless it was refused. Meanwhile the pages poll.
      isOpen = false;
    });
  };
  const follow = () => {
    if (document.visibilityState === 'hidden') close();
    else if (source === undefined) open();
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    clearTimeout(timer);
    close();
  };
}

import { pageAccountPrefix } from '#dashboard/lib/page-account.ts';
import { type LiveEventKind, liveEventKinds, liveEventsPath } from '#contract/gateway/live-events.ts';

type Listener = {
  kind: LiveEventKind;
  /** Something of the kind has happened, or may have, since the stream was not open until now. */
  hear: () => void;
};

const listeners = new Set<Listener>();
let source: EventSource | undefined;
let isOpen = false;

/** Whether events are announced as they happen; otherwise pages poll. */
export function areEventsAnnounced(): boolean {
  return isOpen;
}

/**
 * Listens to what the server announces, until the given end is called. One stream for the tab, and only while the tab
 * is seen: browsers speaking HTTP/1.1 have six connections for all tabs.
 */
export function listenToEvents(kind: LiveEventKind, hear: () => void): () => void {
  const listener: Listener = { kind, hear };
  listeners.add(listener);
  if (listeners.size === 1) document.addEventListener('visibilitychange', follow);
  // What came before it listened was announced to others.
  if (isOpen) hear();
  follow();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', follow);
    close();
  };
}

function follow(): void {
  if (document.visibilityState === 'hidden') close();
  else if (source === undefined) open();
}

function open(): void {
  const opened = new EventSource(pageAccountPrefix() + liveEventsPath);
  source = opened;
  opened.addEventListener('open', () => {
    isOpen = true;
    for (const { hear } of listeners) hear();
  });
  opened.addEventListener('error', () => {
    // The browser reconnects on its own unless it was refused. Until then, the pages poll.
    isOpen = false;
  });
  for (const kind of liveEventKinds) {
    opened.addEventListener(kind, () => {
      for (const listener of listeners) if (listener.kind === kind) listener.hear();
    });
  }
}

function close(): void {
  source?.close();
  source = undefined;
  isOpen = false;
}

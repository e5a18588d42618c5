import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { runInScope } from '#database/request-scope.ts';
import type { Tables } from '#database/tables.ts';
import { listSignals } from './webhooks.store.ts';

/** Events are announced no more often, however many come. */
const SHORTEST_PAUSE_MS = 200;
/** Events that another process has received are noticed so late. */
const LONGEST_PAUSE_MS = 500;

export type EventSignals = {
  /**
   * Calls `hear` when events of the account have come or were replayed since now, in any process: once for all that
   * come together. Returns a function that ends that.
   */
  listen: (accountId: string, hear: () => void) => Promise<() => void>;
  /** An event was stored in this process. */
  wake: () => void;
  stop: () => void;
};

type Listener = { accountId: string; seen: number; hear: () => void };

/** Looks at the accounts' counters while there are listeners, once for all of them. Holds nothing of any event. */
export function createEventSignals(db: Kysely<Tables>, log: FastifyBaseLogger): EventSignals {
  const listeners = new Set<Listener>();
  let running: AbortController | undefined;
  let alarm = new AbortController();

  const look = async (): Promise<void> => {
    const signals = await listSignals(db, [...new Set([...listeners].map(({ accountId }) => accountId))]);
    for (const listener of listeners) {
      const signal = signals.get(listener.accountId) ?? 0;
      if (signal === listener.seen) continue;
      listener.seen = signal;
      listener.hear();
    }
  };

  const run = async (own: AbortController): Promise<void> => {
    while (!own.signal.aborted) {
      await sleep(SHORTEST_PAUSE_MS, undefined, { signal: own.signal, ref: false }).catch(() => undefined);
      const woken = AbortSignal.any([own.signal, alarm.signal]);
      const pauseMs = LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS;
      await sleep(pauseMs, undefined, { signal: woken, ref: false }).catch(() => undefined);
      if (own.signal.aborted) return;
      alarm = new AbortController();
      await look().catch((error: unknown) => log.error({ err: error }, 'incoming events cannot be noticed'));
    }
  };

  const stop = (): void => {
    running?.abort();
    running = undefined;
  };

  return {
    listen: async (accountId, hear) => {
      // Before the listener hears that it is connected: what comes after that is news.
      const seen = (await listSignals(db, [accountId])).get(accountId) ?? 0;
      const listener: Listener = { accountId, seen, hear };
      listeners.add(listener);
      if (running === undefined) {
        const own = (running = new AbortController());
        void runInScope(undefined, async () => run(own));
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    wake: () => alarm.abort(),
    stop,
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { CheckChange } from '#contract/gateway/live-events.ts';
import { runInScope } from '#database/request-scope.ts';
import type { Tables } from '#database/tables.ts';
import { addMs, type Clock } from '#domain/time.ts';

const POLL_MS = 1_000;
/** Changes that are recorded late are announced too, for example after a slow transaction or with another clock. */
const OVERLAP_MS = 10_000;

export type AmlEvents = {
  /**
   * Announces each check of the account that changes from now on, in any process. Returns a function that ends that.
   */
  listen: (accountId: string, hear: (event: CheckChange) => void) => () => void;
  stop: () => void;
};

type Listener = { accountId: string; hear: (event: CheckChange) => void };

/** Looks for changes once a second while there are listeners, once for all of them. */
export function createAmlEvents(
  db: Kysely<Tables>,
  log: FastifyBaseLogger,
  now: Clock,
  pollMs = POLL_MS,
): AmlEvents {
  const listeners = new Set<Listener>();
  /** What was announced of each check that changed lately. */
  const announced = new Map<string, string>();
  let looking: AbortController | undefined;

  const look = async (): Promise<void> => {
    const since = addMs(now(), -OVERLAP_MS);
    const changed = await db
      .selectFrom('screening_checks')
      .select(['check_id', 'account_id', 'state', 'updated_at'])
      .where('updated_at', '>', since)
      .orderBy('updated_at')
      .orderBy('check_id')
      .execute();
    const still = new Set(changed.map(({ check_id: id }) => id));
    for (const id of announced.keys()) if (!still.has(id)) announced.delete(id);
    for (const { check_id: id, account_id: accountId, state, updated_at: at } of changed) {
      if (announced.get(id) === `${at} ${state}`) continue;
      announced.set(id, `${at} ${state}`);
      for (const each of listeners) if (each.accountId === accountId) each.hear({ id, state });
    }
  };

  /** One loop serves all listeners; a new one starts after the last has ended, which may still be at its last look. */
  const start = (): void => {
    const own = new AbortController();
    looking = own;
    void runInScope(undefined, async () => {
      while (!own.signal.aborted) {
        await sleep(pollMs, undefined, { signal: own.signal, ref: false }).catch(() => undefined);
        if (own.signal.aborted) return;
        await look().catch((error: unknown) => {
          log.error({ err: error }, 'changes of AML checks cannot be read');
        });
      }
    });
  };

  const stop = (): void => {
    looking?.abort();
    looking = undefined;
    announced.clear();
  };

  return {
    listen: (accountId, hear) => {
      const listener = { accountId, hear };
      listeners.add(listener);
      if (looking === undefined) start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    stop,
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { addMs, instantFromDate } from '#domain/time.ts';
import { claimDueChecks, type ClaimedCheck } from './check-steps.store.ts';

/**
 * How much each process works on at once. Each kind has slots of its own: a long queue does not delay reports that are
 * ready, and no PDF, which the embedded service makes on the thread that answers all requests, delays anything.
 */
const lanes = [
  { states: ['asking', 'waiting'], most: 6 },
  { states: ['queued'], most: 2 },
  { states: ['finished'], most: 1 },
] as const;

const PAUSE_MS = 1_000;
/** While there is something to wait for. */
const SHORT_PAUSE_MS = 200;
const BUSY_FOR_MS = 15_000;

export type AmlWorker = {
  /** Looks for work now and not at the end of the pause. */
  wake: () => void;
};

type Options = {
  db: Kysely<Tables>;
  work: (check: ClaimedCheck) => Promise<void>;
  /** How long a claim holds before another worker may claim the check: far longer than the work takes. */
  leaseMs: number;
  /** Between two looks for work. */
  pauseMs?: number | undefined;
  now: () => Date;
};

/**
 * Works on the checks that are due from when the app is ready until it closes, which waits for the current ones. Any
 * number of processes may do so on one database.
 */
export function startAmlWorker(
  app: FastifyInstance,
  { db, work, leaseMs, pauseMs = PAUSE_MS, now }: Options,
): AmlWorker {
  const atHand = lanes.map(() => new Set<Promise<void>>());
  const stopping = new AbortController();
  let alarm = new AbortController();
  let lastBusy = 0;
  let done: Promise<void> = Promise.resolve();

  const wake = (): void => {
    const ringing = alarm;
    alarm = new AbortController();
    ringing.abort();
  };

  const begin = (check: ClaimedCheck, among: Set<Promise<void>>): void => {
    const running = work(check)
      .catch((error: unknown) => {
        // Its lease ends, and then it is claimed up again.
        app.log.error({ err: error, checkId: check.check_id }, 'work on an AML check failed');
      })
      .finally(() => {
        among.delete(running);
        wake();
      });
    among.add(running);
  };

  const look = async (): Promise<void> => {
    const moment = now();
    const at = instantFromDate(moment);
    const leaseUntil = addMs(instantFromDate(moment), leaseMs);
    for (const [index, { states, most }] of lanes.entries()) {
      const among = atHand[index] ?? new Set();
      const free = most - among.size;
      const claimed = free > 0 ? await claimDueChecks(db, states, { most: free, at, leaseUntil }) : [];
      for (const check of claimed) begin(check, among);
    }
    if (atHand.some(({ size }) => size > 0)) lastBusy = performance.now();
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const { signal } = alarm;
      try {
        await look();
      } catch (error) {
        app.log.error({ err: error }, 'due AML checks can’t be loaded; trying again');
      }
      const isBusy = performance.now() - lastBusy < BUSY_FOR_MS && lastBusy > 0;
      await sleep(isBusy ? Math.min(SHORT_PAUSE_MS, pauseMs) : pauseMs, undefined, {
        signal,
        ref: false,
      }).catch(() => undefined);
    }
    for (const among of atHand) await Promise.all(among);
  };

  app.addHook('onReady', async () => {
    done = run();
  });
  app.addHook('preClose', async () => {
    stopping.abort();
    wake();
    await done;
  });
  return { wake };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { msBetween } from '#domain/time.ts';
import type { Job } from '#jobs/job.ts';
import { now } from '#domain/clock.ts';
import type { NewFault } from './faults.store.ts';
import { checkNext, intervalMs, nextStepAt } from './ledger-check.ts';
import type { Scope } from './walks.ts';

/**
 * How long a check rests after a step, in times of what the step took: history is in no hurry, and what people
 * ask for comes first.
 */
const pauseShare = { current: 0.5, history: 4 } as const satisfies Record<Scope, number>;
const longestPauseMs = 1_000;
/** The delay leaves the machine to the start, and to a user who just opened the console. */
const afterStartMs = { current: 5_000, history: 60_000 } as const satisfies Record<Scope, number>;

type Options = {
  db: Kysely<Tables>;
  scope: Scope;
  /** Is called for every fault that was not known before. */
  onFault?: ((fault: NewFault) => void) | undefined;
  /** The delay of the first step after the start. */
  startAfterMs?: number;
};

/**
 * Checks the ledger while the process runs: what payments depend on once a minute, all history once a day. Several
 * processes on one database share the steps of a round.
 */
export function ledgerCheckJob({ db, scope, onFault, startAfterMs = afterStartMs[scope] }: Options): Job {
  const share = pauseShare[scope];
  let lastRoundAt = -Infinity;
  return {
    name: `ledger check (${scope})`,
    atOnce: 1,
    startAfterMs,
    claim: async () => {
      const nextAt = await nextStepAt(db, scope);
      if (nextAt === undefined) return [];
      const waitMs = msBetween(now(), nextAt);
      const isWrong = waitMs > intervalMs[scope] && performance.now() - lastRoundAt > intervalMs[scope];
      if (waitMs > 0 && !isWrong) return [];
      return [{ id: scope, work: async (stopping) => takeStep(stopping, isWrong) }];
    },
  };

  /** `isAtOnce`: no round is due so late. The clock was set back, so that the check would stand still until then. */
  async function takeStep(stopping: AbortSignal, isAtOnce: boolean): Promise<void> {
    const begun = performance.now();
    const { outcome, found } = await checkNext(db, scope, { isAtOnce, pauseShare: share });
    for (const fault of found) onFault?.(fault);
    if (outcome === 'finished') lastRoundAt = performance.now();
    const tookMs = performance.now() - begun;
    // Another process takes the step that was due.
    const pauseMs = outcome === 'waiting' ? longestPauseMs : Math.min(longestPauseMs, tookMs * share);
    await sleep(pauseMs, undefined, { signal: stopping, ref: false }).catch(() => undefined);
  }
}

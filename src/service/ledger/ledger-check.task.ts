import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Task } from '../worker/worker.ts';
import type { NewFault } from './faults.store.ts';
import { checkNext } from './ledger-check.ts';
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
  /** Hears of every fault that was not known before. */
  onFault?: ((fault: NewFault) => void) | undefined;
  /** The delay of the first step after the start. */
  startAfterMs?: number;
};

/**
 * Checks the ledger while the process runs: what payments depend on once a minute, all history once a day. Several
 * processes on one database share the steps of a round.
 */
export function ledgerCheckTask({ db, scope, onFault, startAfterMs = afterStartMs[scope] }: Options): Task {
  const startAt = Date.now() + startAfterMs;
  return {
    name: `ledger check (${scope})`,
    runOnce: async () => {
      if (Date.now() < startAt) return false;
      const begun = performance.now();
      const { outcome, found } = await checkNext(db, scope, { pauseShare: pauseShare[scope] });
      for (const fault of found) onFault?.(fault);
      if (outcome !== 'continues') return false;
      const tookMs = performance.now() - begun;
      await sleep(Math.min(longestPauseMs, tookMs * pauseShare[scope]), undefined, { ref: false });
      return true;
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Counts } from '#domain/counts.ts';
import { FairQueue } from '#domain/fair-queue.ts';
import { currentAccount } from './request-scope.ts';
import { CONFLICTS, LOCK_NOT_AVAILABLE } from './temporary-failures.ts';

const ATTEMPTS = 10;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 500;

/** How long to keep trying for a locked row. Not the same for all, so that what waited together doesn't return together. */
const LOCK_WAIT_MS = { least: 4_000, most: 6_000 };
/** Nor is one attempt, so that of two that wait for each other one gives up first, and the other goes on. */
const LOCK_ATTEMPT_MS = { least: 200, most: 400 };
/** While an account's requests wait for a row, its others may be for the same row, and look only briefly. */
const LOCK_GLANCE_MS = 20;

/**
 * What waits for a locked row doesn't keep a connection meanwhile. It tries again, few at a time, so that any number of
 * requests for a row that stays locked leave the other connections, and the processor, to the others.
 */
const lane = new FairQueue({ capacity: 3, perKey: 2, waitMs: LOCK_WAIT_MS.most });

/** How many wait for a locked row, by account. */
const waiting = new Counts<string>();

/** `lockWaitMs`: how long to wait for a lock this time; undefined: as long as the connection does. */
type Attempt = { lockWaitMs: number | undefined };

/**
 * Repeats work that the database has rolled back because it lost against other work. This is the only place that does.
 * A conflict (40001, 40P01) is repeated at most ten times over about two seconds, a lock that isn't free (55P03) is waited for
 * for about five seconds. A lost connection isn't repeated, because the outcome of a commit is unknown then.
 */
export async function repeatConflicts<T>(work: (attempt: Attempt) => Promise<T>): Promise<T> {
  const latest = performance.now() + between(LOCK_WAIT_MS);
  const account = currentAccount() ?? '';
  let conflicts = 0;
  let locked: unknown;
  for (;;) {
    const leave = locked === undefined ? undefined : await enterLane(account, latest, locked);
    const glanceMs = waiting.of(account) > 0 ? LOCK_GLANCE_MS : undefined;
    try {
      return await work({ lockWaitMs: locked === undefined ? glanceMs : between(LOCK_ATTEMPT_MS) });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (code === LOCK_NOT_AVAILABLE && performance.now() < latest) {
        locked = error;
      } else if (CONFLICTS.has(code) && ++conflicts < ATTEMPTS) {
        // A random part of a growing pause, so that what collided doesn't collide again.
        await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** conflicts));
      } else {
        throw error;
      }
    } finally {
      leave?.();
    }
  }
}

async function enterLane(account: string, latest: number, locked: unknown): Promise<() => void> {
  const waitMs = Math.max(0, latest - performance.now());
  waiting.add(account);
  try {
    const leave = await lane.enter(account, waitMs);
    return () => {
      leave();
      waiting.remove(account);
    };
  } catch {
    waiting.remove(account);
    throw locked;
  }
}

function between({ least, most }: { least: number; most: number }): number {
  return least + Math.random() * (most - least);
}

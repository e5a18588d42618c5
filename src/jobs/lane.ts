import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, OnJobError, Piece } from './job.ts';
import { pauseAfter } from './pause-after.ts';

/** The work of one job in this process. */
export type Lane = {
  /** Works until it is stopped. */
  run: () => Promise<void>;
  /** Looks for work now, instead of at the end of a pause. */
  wake: () => void;
};

const PAUSE_MS = 1_000;
/** While pieces are at hand or were lately: what they bring about is often due soon. */
const SHORT_PAUSE_MS = 200;
const BUSY_FOR_MS = 15_000;
/** Looks that fail, for example because the database is away, are repeated no less often. */
const LONGEST_PAUSE_MS = 10_000;

/** All pauses are timed by a clock that never jumps, whatever the time of day does. */
export function createLane(job: Job, stopping: AbortSignal, onError: OnJobError): Lane {
  const { name, atOnce, pauseMs = PAUSE_MS, startAfterMs = 0 } = job;
  const atHand = new Map<string, Promise<void>>();
  let alarm = new AbortController();
  let lastBusyAt = -BUSY_FOR_MS;
  let restUntil = 0;
  let failedLooks = 0;
  let lastFailure: string | undefined;
  let idlePauseMs = pauseMs;

  const wake = (): void => {
    const ringing = alarm;
    alarm = new AbortController();
    ringing.abort();
  };

  // Each lane and each piece listens for the end.
  setMaxListeners(0, stopping);
  stopping.addEventListener('abort', wake, { once: true });

  const rest = (ms: number): void => {
    restUntil = Math.max(restUntil, performance.now() + vary(ms));
  };

  const begin = (piece: Piece): void => {
    const running = (async () => {
      try {
        await piece.work(stopping);
      } catch (error) {
        // Without a rest, a fault that all pieces meet would use them up at full speed.
        rest(pauseMs);
        onError(error, { job: name, id: piece.id });
      }
      atHand.delete(piece.id);
      lastBusyAt = performance.now();
      wake();
    })();
    atHand.set(piece.id, running);
  };

  /** Whether there may be more to begin. */
  const look = async (): Promise<boolean> => {
    const free = atOnce - atHand.size;
    if (free <= 0) return false;
    try {
      const claimed = await job.claim(free, [...atHand.keys()]);
      failedLooks = 0;
      lastFailure = undefined;
      for (const piece of claimed) begin(piece);
      return claimed.length > 0 && atHand.size < atOnce;
    } catch (error) {
      failedLooks += 1;
      rest(pauseAfter(failedLooks, { firstMs: pauseMs, factor: 2, longestMs: LONGEST_PAUSE_MS }));
      if (String(error) !== lastFailure) onError(error, { job: name });
      lastFailure = String(error);
      return false;
    }
  };

  const nextPauseMs = (): number => {
    const isBusy = atHand.size > 0 || performance.now() - lastBusyAt < BUSY_FOR_MS;
    idlePauseMs = Math.min(pauseMs, isBusy ? SHORT_PAUSE_MS : idlePauseMs * 1.5);
    return vary(idlePauseMs);
  };

  const run = async (): Promise<void> => {
    if (startAfterMs > 0) await pause(startAfterMs, stopping);
    while (!stopping.aborted) {
      const heard = alarm;
      const isMore = await look();
      // A wake-up doesn't end it: what fails would otherwise be tried as often as there is new work.
      if (restUntil > performance.now()) await pause(restUntil - performance.now(), stopping);
      // Woken while it was looking: what it was woken for may have come after the look.
      else if (!isMore && heard === alarm) await pause(nextPauseMs(), alarm.signal);
    }
    await Promise.all(atHand.values());
  };
  return { run, wake };
}

/** Processes that started together would otherwise look together forever. */
function vary(ms: number): number {
  return ms * (0.75 + Math.random() / 2);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

import { setTimeout as sleep } from 'node:timers/promises';

/** Work that waits in the database, claimed piece by piece. */
export type Task = {
  /** For the log. */
  name: string;
  /** Does the next piece; false when there was nothing to do. A piece that fails is left for later and throws. */
  runOnce: () => Promise<boolean>;
  /** Ends what a piece has left under way; called when the worker stops. */
  stop?: () => Promise<void>;
};

export type Worker = {
  /** Looks for work now and not at the end of the pause. */
  wake: () => void;
  /** Waits for the pieces at hand; nothing is started after it. */
  stop: () => Promise<void>;
};

type Options = {
  tasks: readonly Task[];
  /** Hears of what failed; the work goes on. */
  onError: (error: unknown, task: Task) => void;
  pauseMs?: number;
};

/**
 * Works on each task beside the others until it has nothing to do, then looks again after a pause of about a
 * second. Many processes may do so on one database: it is the tasks' to see that none does what another does.
 */
export function startWorker({ tasks, onError, pauseMs = 1_000 }: Options): Worker {
  const stopping = new AbortController();
  let alarm = new AbortController();

  const pause = async (): Promise<void> => {
    // The random part keeps processes that started together from asking together for ever.
    const ms = pauseMs * (0.75 + Math.random() / 2);
    await sleep(ms, undefined, { signal: alarm.signal, ref: false }).catch(() => undefined);
  };

  const work = async (task: Task): Promise<void> => {
    while (!stopping.signal.aborted) {
      const heard = alarm;
      try {
        if (await task.runOnce()) continue;
      } catch (error) {
        onError(error, task);
      }
      // Woken while it was looking: what it was woken for may have come after the look.
      if (heard === alarm) await pause();
    }
  };

  const wake = (): void => {
    const ringing = alarm;
    alarm = new AbortController();
    ringing.abort();
  };
  const done = Promise.all(tasks.map(work));
  return {
    wake,
    stop: async () => {
      stopping.abort();
      wake();
      const left = Promise.all(tasks.map(async (task) => task.stop?.()));
      await done;
      await left;
    },
  };
}

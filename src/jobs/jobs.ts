import type { Job, OnJobError } from './job.ts';
import { createLane, type Lane } from './lane.ts';

export type Jobs = {
  /** Adds jobs. Returns a function that looks for their work now, instead of at the end of a pause. */
  add: (...jobs: readonly Job[]) => () => void;
  /** Jobs that are added later start at once. */
  start: () => void;
  /** Waits for the pieces at hand. Nothing is started after it. */
  stop: () => Promise<void>;
};

/**
 * All background work of a process. Each job has a lane of its own, so that none waits for another. Any number of
 * processes may work on one database.
 */
export function createJobs(onError: OnJobError): Jobs {
  const stopping = new AbortController();
  const lanes: Lane[] = [];
  let running: Promise<void>[] | undefined;

  return {
    add: (...jobs) => {
      const added = jobs.map((job) => createLane(job, stopping.signal, onError));
      lanes.push(...added);
      running?.push(...added.map(async (lane) => lane.run()));
      return () => {
        for (const lane of added) lane.wake();
      };
    },
    start: () => {
      running ??= lanes.map(async (lane) => lane.run());
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running ?? []);
    },
  };
}

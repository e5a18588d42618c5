import { setImmediate as yieldToOthers, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import type { Job } from './job.ts';
import { createJobs, type Jobs } from './jobs.ts';

const running: Jobs[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(running.splice(0).map(async (jobs) => jobs.stop()));
});

const never = (error: unknown) => {
  throw error;
};

function start(jobs: readonly Job[], onError: Parameters<typeof createJobs>[0] = never) {
  const created = createJobs(onError);
  running.push(created);
  const wake = created.add(...jobs);
  created.start();
  return { wake, stop: created.stop };
}

type Pieces = Job & { left: number; looks: number; most: number };

/** A job with so many pieces that are due; `most` is how many were worked on at the same time. */
function pieces(
  count: number,
  work: (id: string, stopping: AbortSignal) => Promise<void> = async () => undefined,
  options: Partial<Job> = {},
): Pieces {
  let atWork = 0;
  const job: Pieces = {
    name: 'pieces',
    atOnce: 1,
    left: count,
    looks: 0,
    most: 0,
    claim: async (most) => {
      job.looks += 1;
      // As long as a database takes, at the least.
      await yieldToOthers();
      const claimed = Array.from({ length: Math.min(most, job.left) }, (_, index) => `${job.left - index}`);
      job.left -= claimed.length;
      return claimed.map((id) => ({
        id,
        work: async (stopping) => {
          atWork += 1;
          job.most = Math.max(job.most, atWork);
          await work(id, stopping).finally(() => (atWork -= 1));
        },
      }));
    },
    ...options,
  };
  return job;
}

it('works until there is nothing to do, and looks again after the pause', async () => {
  const job = pieces(5, undefined, { pauseMs: 20 });
  start([job]);
  await expect.poll(() => job.left).toBe(0);
  job.left = 3;
  await expect.poll(() => job.left).toBe(0);
});

it('works on as many pieces at the same time as the job allows, and starts the next when one ends', async () => {
  const gates = new Map<string, () => void>();
  const job = pieces(5, async (id) => new Promise((resolve) => gates.set(id, resolve)), {
    atOnce: 3,
    pauseMs: 60_000,
  });
  start([job]);
  await expect.poll(() => gates.size).toBe(3);
  await sleep(20);
  expect(job.left).toBe(2);
  gates.get('5')?.();
  await expect.poll(() => gates.size).toBe(4);
  gates.get('2')?.();
  await expect.poll(() => gates.size).toBe(5);
  for (const open of gates.values()) open();
  expect(job.most).toBe(3);
});

it('names the pieces at hand to the next claim', async () => {
  const claims: (readonly string[])[] = [];
  const gate = Promise.withResolvers<undefined>();
  const claim: Job['claim'] = async (_, atHand) => {
    claims.push(atHand);
    return claims.length === 1 ? [{ id: 'a', work: async () => gate.promise }] : [];
  };
  start([{ name: 'named', atOnce: 2, claim }]);
  await expect.poll(() => claims.length).toBeGreaterThan(1);
  gate.resolve(undefined);
  expect(claims.slice(0, 2)).toEqual([[], ['a']]);
});

it('looks at once when it is woken', async () => {
  const job = pieces(0, undefined, { pauseMs: 60_000 });
  const { wake } = start([job]);
  await expect.poll(() => job.looks).toBe(1);
  await sleep(10);
  job.left = 2;
  wake();
  await expect.poll(() => job.left).toBe(0);
});

it('looks again when it is woken while it looks', async () => {
  const gate = Promise.withResolvers<undefined>();
  let looks = 0;
  const claim: Job['claim'] = async () => {
    looks += 1;
    if (looks === 1) await gate.promise;
    return [];
  };
  const { wake } = start([{ name: 'slow', atOnce: 1, claim, pauseMs: 60_000 }]);
  wake();
  gate.resolve(undefined);
  await expect.poll(() => looks).toBe(2);
});

it('reports a piece that fails, pauses, and goes on; other jobs do not wait', async () => {
  const errors: string[] = [];
  let isBroken = true;
  const failing = pieces(
    1_000_000,
    async () => {
      if (isBroken) throw new Error('No answer.');
    },
    { name: 'failing', pauseMs: 30 },
  );
  const other = pieces(3, undefined, { name: 'other' });
  const { wake } = start([failing, other], (error, { job, id }) =>
    errors.push(`${job} ${id}: ${String(error)}`),
  );
  await expect.poll(() => other.left).toBe(0);
  await expect
    .poll(() => {
      wake();
      return errors.length;
    })
    .toBeGreaterThan(1);
  expect(errors[0]).toBe('failing 1000000: Error: No answer.');
  // Without a pause there would be thousands.
  expect(errors.length).toBeLessThan(20);
  isBroken = false;
  const { left } = failing;
  await expect.poll(() => left - failing.left).toBeGreaterThan(100);
});

it('reports a failure to look for work once until it works again, and looks after growing pauses', async () => {
  const errors: string[] = [];
  const looks: number[] = [];
  let failure: string | undefined = 'The database is away.';
  const claim: Job['claim'] = async () => {
    looks.push(performance.now());
    if (failure !== undefined) throw new Error(failure);
    return [];
  };
  start([{ name: 'looking', atOnce: 1, claim, pauseMs: 10 }], (error) => errors.push(String(error)));
  await expect.poll(() => looks.length).toBeGreaterThan(5);
  expect(errors).toEqual(['Error: The database is away.']);
  const pauses = looks.slice(1).map((at, index) => at - (looks[index] ?? 0));
  // Each is twice the one before, and varies by a quarter.
  expect(pauses[4]).toBeGreaterThan(0.74 * 10 * 2 ** 4);
  failure = 'The database is full.';
  await expect.poll(() => errors.length).toBe(2);
  failure = undefined;
  const failed = looks.length;
  await expect.poll(() => looks.length).toBeGreaterThan(failed + 2);
  failure = 'The database is full.';
  await expect.poll(() => errors.length).toBe(3);
});

it('stops after the pieces at hand, which hear of it, and begins nothing more', async () => {
  const gate = Promise.withResolvers<undefined>();
  const heard = vi.fn<() => void>();
  const job = pieces(5, async (_, stopping) => {
    stopping.addEventListener('abort', heard);
    await gate.promise;
  });
  const { stop, wake } = start([job]);
  await expect.poll(() => job.most).toBe(1);
  let hasStopped = false;
  const stopped = stop().then(() => (hasStopped = true));
  await sleep(20);
  expect(hasStopped).toBe(false);
  expect(heard).toHaveBeenCalledTimes(1);
  gate.resolve(undefined);
  await stopped;
  wake();
  await sleep(20);
  expect(job.left).toBe(4);
});

it('starts a job that is added later, and one with a delay after it', async () => {
  const jobs = createJobs(never);
  running.push(jobs);
  jobs.start();
  const began = performance.now();
  const late = pieces(1);
  const ended: number[] = [];
  const delayed = pieces(1, async () => void ended.push(performance.now()), { startAfterMs: 100 });
  jobs.add(late, delayed);
  await expect.poll(() => late.left).toBe(0);
  await expect.poll(() => ended.length).toBe(1);
  expect((ended[0] ?? 0) - began).toBeGreaterThan(98);
});

it('keeps its pace when the clock is set an hour back or 400 days ahead', async () => {
  // Only the time of day is simulated: what waits must not depend on it.
  vi.useFakeTimers({ toFake: ['Date'] });
  const job = pieces(0, undefined, { pauseMs: 20 });
  start([job]);
  for (const jumpMs of [-3_600_000, 400 * 86_400_000]) {
    vi.setSystemTime(Date.now() + jumpMs);
    const [began, before] = [performance.now(), job.looks];
    await sleep(300);
    // The pauses vary by a quarter.
    expect(job.looks - before).toBeLessThan((performance.now() - began) / 14);
    const afterwards = job.looks;
    await expect.poll(() => job.looks).toBeGreaterThan(afterwards + 3);
  }
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { startWorker, type Task, type Worker } from './worker.ts';

let worker: Worker | undefined;
afterEach(async () => await worker?.stop());

/** A task with so many pieces; `done` counts what was looked for and done. */
function pieces(count: number): Task & { left: number; looks: number } {
  const task = {
    name: 'pieces',
    left: count,
    looks: 0,
    runOnce: async () => {
      task.looks += 1;
      if (task.left === 0) return false;
      task.left -= 1;
      return true;
    },
  };
  return task;
}

const never = (error: unknown) => {
  throw error;
};

it('works until there is nothing to do, and looks again after the pause', async () => {
  const task = pieces(5);
  worker = startWorker({ tasks: [task], onError: never, pauseMs: 20 });
  await expect.poll(() => task.left).toBe(0);
  task.left = 3;
  await expect.poll(() => task.left).toBe(0);
});

it('looks at once when it is woken', async () => {
  const task = pieces(0);
  worker = startWorker({ tasks: [task], onError: never, pauseMs: 60_000 });
  await expect.poll(() => task.looks).toBe(1);
  await sleep(10);
  task.left = 2;
  worker.wake();
  await expect.poll(() => task.left).toBe(0);
});

it('looks again when it is woken while it looks', async () => {
  const gate = Promise.withResolvers<boolean>();
  let looks = 0;
  const runOnce = async () => {
    looks += 1;
    return looks === 1 ? await gate.promise : false;
  };
  worker = startWorker({ tasks: [{ name: 'slow', runOnce }], onError: never, pauseMs: 60_000 });
  worker.wake();
  gate.resolve(false);
  await expect.poll(() => looks).toBe(2);
});

it('reports a piece that fails, pauses, and goes on; other tasks do not wait', async () => {
  const errors: string[] = [];
  let isBroken = true;
  const failing = {
    name: 'failing',
    runOnce: async () => {
      if (isBroken) throw new Error('No answer.');
      return false;
    },
  };
  const other = pieces(3);
  worker = startWorker({
    tasks: [failing, other],
    onError: (error, { name }) => errors.push(`${name}: ${String(error)}`),
    pauseMs: 30,
  });
  await expect.poll(() => other.left).toBe(0);
  await expect.poll(() => errors.length).toBeGreaterThan(1);
  expect(errors[0]).toBe('failing: Error: No answer.');
  // Without a pause there would be thousands.
  expect(errors.length).toBeLessThan(20);
  isBroken = false;
  const heard = errors.length;
  await sleep(60);
  expect(errors.length).toBeLessThanOrEqual(heard + 1);
});

it('stops after the piece at hand, and begins nothing more', async () => {
  const gate = Promise.withResolvers<boolean>();
  const runOnce = vi.fn<() => Promise<boolean>>(async () => await gate.promise);
  worker = startWorker({ tasks: [{ name: 'slow', runOnce }], onError: never });
  let hasStopped = false;
  const stopping = worker.stop().then(() => (hasStopped = true));
  await sleep(20);
  expect(hasStopped).toBe(false);
  gate.resolve(true);
  await stopping;
  expect(runOnce).toHaveBeenCalledTimes(1);
});

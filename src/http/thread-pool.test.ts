import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it, onTestFinished } from 'vitest';
import { ThreadPool, threadTask } from './thread-pool.ts';
import type { compute, fill, print } from './testing-thread-tasks.ts';

const file = new URL('testing-thread-tasks.ts', import.meta.url);
const computing = threadTask<typeof compute>(file, 'compute');
const filling = threadTask<typeof fill>(file, 'fill');

const mine = { owner: 'me' };

function pool(limits: ConstructorParameters<typeof ThreadPool>[0]): ThreadPool {
  const made = new ThreadPool(limits);
  onTestFinished(async () => await made.close());
  return made;
}

it('answers other requests while a long task runs', async () => {
  const threads = pool({ threads: 1 });
  const server = createServer((_request, response) => response.end('ok'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await threads.run(computing, { ms: 1, result: 0 }, mine);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const state = { isRunning: true };
  const running = threads
    .run(computing, { ms: 1500, result: 7 }, mine)
    .finally(() => (state.isRunning = false));
  let answers = 0;
  while (state.isRunning) {
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('ok');
    answers += 1;
    await pause(10);
  }
  delay.disable();
  expect(await running).toBe(7);
  expect(answers).toBeGreaterThan(5);
  expect(delay.max / 1e6).toBeLessThan(500);
});

it('ends a task that takes too long, says so, and does the next one', async () => {
  const threads = pool({ threads: 1, runMs: 1500 });
  const endless = threads.run(computing, { ms: 60_000, result: 1 }, mine);
  const next = threads.run(computing, { ms: 1, result: 2 }, mine);
  await expect(endless).rejects.toMatchObject({ status: 503, message: expect.stringContaining('too long') });
  expect(await next).toBe(2);
});

it('ends a task that takes too much memory, says so, and does the next one', async () => {
  const threads = pool({ threads: 1, memoryMb: 64 });
  await expect(threads.run(filling, undefined, mine)).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('too much memory'),
  });
  expect(await threads.run(computing, { ms: 1, result: 3 }, mine)).toBe(3);
});

it('refuses a task at once when too many wait, and one that has waited too long', async () => {
  const threads = pool({ threads: 1, queued: 1, waitMs: 200 });
  const running = threads.run(computing, { ms: 1000, result: 4 }, mine);
  const waiting = threads.run(computing, { ms: 1, result: 5 }, mine);
  const refused = { status: 503, message: 'The service is busy. Try again in a few seconds' };
  await expect(threads.run(computing, { ms: 1, result: 6 }, mine)).rejects.toMatchObject(refused);
  await expect(waiting).rejects.toMatchObject(refused);
  expect(await running).toBe(4);
});

it('runs one task of an owner at a time, takes turns, and refuses others nothing for one who has too many', async () => {
  const threads = pool({ threads: 2, queued: 3 });
  const order: string[] = [];
  const run = async (name: string, owner: string) => {
    await threads.run(computing, { ms: 300, result: 0 }, { owner });
    order.push(name);
  };
  const all = ['a1', 'a2', 'a3', 'a4'].map(async (name) => await run(name, 'a'));
  await expect(run('a5', 'a')).rejects.toMatchObject({ status: 503 });
  all.push(run('b1', 'b'), run('c1', 'c'));
  await Promise.all(all);
  expect(order.indexOf('c1')).toBeLessThan(order.indexOf('a3'));
  expect(order.indexOf('b1')).toBeLessThan(order.indexOf('a3'));
  expect(order.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3', 'a4']);
});

it('lets a patient task wait that would be refused', async () => {
  const threads = pool({ threads: 1, queued: 1, waitMs: 200 });
  const running = threads.run(computing, { ms: 1000, result: 4 }, mine);
  const waiting = threads.run(computing, { ms: 1, result: 5 }, mine);
  const patient = threads.run(computing, { ms: 1, result: 6 }, { ...mine, isPatient: true });
  await expect(waiting).rejects.toMatchObject({ status: 503 });
  expect(await running).toBe(4);
  expect(await patient).toBe(6);
});

it('fails as the task does, and is ready for the next one', async () => {
  const threads = pool({ threads: 1 });
  await expect(threads.run(computing, { ms: 1, result: -1 }, mine)).rejects.toThrow('Negative.');
  await expect(threads.run(threadTask<typeof print>(file, 'print'), () => 1, mine)).rejects.toThrow('cloned');
  expect(await threads.run(computing, { ms: 1, result: 8 }, mine)).toBe(8);
});

it('does no work after it is closed', async () => {
  const threads = pool({ threads: 1 });
  const running = threads.run(computing, { ms: 60_000, result: 1 }, mine);
  const waiting = threads.run(computing, { ms: 1, result: 2 }, mine);
  const both = Promise.allSettled([running, waiting]);
  await threads.close();
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(threads.run(computing, { ms: 1, result: 3 }, mine)).rejects.toMatchObject({ status: 503 });
});

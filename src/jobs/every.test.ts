import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { addMs, instantFromDate } from '#domain/time.ts';
import { every } from './every.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { runOnce } from './testing-jobs.ts';

const database = useTestDatabase();
const running: Jobs[] = [];
afterEach(async () => await Promise.all(running.splice(0).map(async (jobs) => jobs.stop())));

const start = instantFromDate(new Date('2026-01-02T03:04:05Z'));

/** A process with a clock of its own that repeats a job. */
function makeProcess(everyMs: number) {
  const process = { clock: start, runs: 0 };
  const job = every({
    name: 'cleanup',
    everyMs,
    db: database.db,
    now: () => process.clock,
    run: async () => {
      process.runs += 1;
    },
  });
  return Object.assign(process, { job });
}

it('runs once each time for all processes, whichever comes first', async () => {
  const processes = [makeProcess(40), makeProcess(40), makeProcess(40)];
  const began = performance.now();
  for (const { job } of processes) {
    const jobs = createJobs((error) => {
      throw error;
    });
    jobs.add(job);
    jobs.start();
    running.push(jobs);
  }
  const tick = setInterval(() => {
    const clock = addMs(start, performance.now() - began);
    for (const process of processes) process.clock = clock;
  }, 1);
  const runs = () => processes.reduce((sum, each) => sum + each.runs, 0);
  await expect.poll(runs, { timeout: 10_000 }).toBeGreaterThan(8);
  clearInterval(tick);
  expect(runs()).toBeLessThanOrEqual((performance.now() - began) / 40);
});

it('runs no earlier, and again when its time has come, in a process that starts later too', async () => {
  const first = makeProcess(60_000);
  expect(await runOnce(first.job)).toBe(true);
  const second = makeProcess(60_000);
  second.clock = addMs(start, 59_000);
  expect(await runOnce(second.job)).toBe(false);
  const third = makeProcess(60_000);
  third.clock = addMs(start, 60_000);
  expect(await runOnce(third.job)).toBe(true);
});

it.each([
  ['an hour back', -3_600_000],
  ['400 days ahead', 400 * 86_400_000],
])('is neither held up nor repeated when the clock is set %s', async (_, jumpMs) => {
  const process = makeProcess(100);
  expect(await runOnce(process.job)).toBe(true);
  process.clock = addMs(process.clock, jumpMs);
  // Not yet: the time between two runs is measured by another clock.
  expect(await runOnce(process.job)).toBe(false);
  await sleep(110);
  expect(await runOnce(process.job)).toBe(true);
  await sleep(110);
  process.clock = addMs(process.clock, 110);
  expect(await runOnce(process.job)).toBe(true);
  expect(process.runs).toBe(3);
});

it('runs no more often than its pace in each of two processes whose clocks differ by days', async () => {
  const [ahead, behind] = [makeProcess(100), makeProcess(100)];
  ahead.clock = addMs(start, 5 * 86_400_000);
  const began = performance.now();
  while (performance.now() - began < 450) {
    await runOnce(ahead.job);
    await runOnce(behind.job);
    await sleep(5);
  }
  expect(ahead.runs).toBeLessThanOrEqual(5);
  expect(behind.runs).toBeLessThanOrEqual(5);
});

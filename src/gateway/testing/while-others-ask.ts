import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { parseJson } from '#domain/json.ts';
import type { Answer } from './http-client.ts';

/** 2 MB of one small number after the other, which take longest to parse of all that is as long. */
export const hostileNumbers = `[${'1,'.repeat(1024 * 1024)}1]`;

/** How long this machine takes to parse them, now. */
export function msToParseThem(): number {
  const begun = performance.now();
  parseJson(hostileNumbers);
  return performance.now() - begun;
}

/** Does the work, and says how long the slowest request of others took meanwhile, and the longest pause of this thread. */
export async function whileOthersAsk<T>(
  ask: () => Promise<Answer>,
  work: () => Promise<T>,
): Promise<{ done: T; answers: number; slowestMs: number; longestPauseMs: number }> {
  await ask();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const state = { isRunning: true };
  const working = work().finally(() => (state.isRunning = false));
  let answers = 0;
  let slowestMs = 0;
  while (state.isRunning) {
    const begun = performance.now();
    expect((await ask()).status).toBe(200);
    slowestMs = Math.max(slowestMs, performance.now() - begun);
    answers += 1;
    await pause(20);
  }
  delay.disable();
  return { done: await working, answers, slowestMs, longestPauseMs: delay.max / 1e6 };
}

import { expect, it } from 'vitest';
import { repeatConflicts } from './repeat-conflicts.ts';

/** Finds the row locked twice. Returns how long its second and its third attempt would wait for the row. */
async function waitsForLock(): Promise<number[]> {
  const waits: number[] = [];
  return await repeatConflicts(async ({ lockWaitMs }) => {
    if (lockWaitMs !== undefined) waits.push(lockWaitMs);
    if (waits.length < 2) throw Object.assign(new Error('locked'), { code: '55P03' });
    return waits;
  });
}

it('lets one of two that wait for each other give up before the other', async () => {
  const waits = [...(await waitsForLock()), ...(await waitsForLock())];
  expect(new Set(waits).size).toBe(4);
});

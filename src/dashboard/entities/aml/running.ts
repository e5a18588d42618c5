import type { AmlCheck } from '#contract/gateway/aml-check.ts';

/** While something runs, how long to wait before asking again, in milliseconds: longer the older it is. */
export function pollMs(startedAt: string, now: number): number {
  const age = now - Date.parse(startedAt);
  return Math.min(30_000, Math.max(1_000, age / 8));
}

export function isRunning({ state }: Pick<AmlCheck, 'state'>): boolean {
  return state === 'queued' || state === 'asking' || state === 'waiting';
}

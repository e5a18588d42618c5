import { drawing } from './drawing.ts';

/** How far the server's clock is ahead of this machine's, in milliseconds; undefined before it has answered. */
let aheadMs: number | undefined;

/**
 * Notes what the Date header of a response says that arrived at `arrivedAt`, in milliseconds since 1970. Machines of
 * people are minutes off, and pages are pinned to moments.
 */
export function noteServerTime(date: string | null, arrivedAt: number): void {
  const time = Date.parse(date ?? '');
  if (!Number.isNaN(time)) aheadMs = time - arrivedAt;
}

/** The server's time in milliseconds since 1970, never ahead of it and at most some seconds behind. */
export function serverNow(): number {
  return byServerClock(Date.now());
}

/** A time of this machine's by the server's clock, as `serverNow` gave it then; both in milliseconds since 1970. */
export function byServerClock(ownMs: number): number {
  return drawing()?.at ?? ownMs + (aheadMs ?? 0);
}

/** A time of the server's by this machine's clock, both in milliseconds since 1970. */
export function byOwnClock(serverMs: number): number {
  return serverMs - (aheadMs ?? 0);
}

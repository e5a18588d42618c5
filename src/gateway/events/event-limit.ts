import { addMs, type Clock, type Instant, msBetween } from '#domain/time.ts';
const WINDOW_MS = 60_000;

/**
 * Counts an account's events in this process. Gives the seconds to wait once there were more than so many in a minute;
 * 0: any number.
 */
export function createEventLimit(perMinute: number, now: Clock): (accountId: string) => number {
  const windows = new Map<string, { until: Instant; count: number }>();
  return (accountId) => {
    if (perMinute === 0) return 0;
    const at = now();
    const last = windows.get(accountId);
    // Only accounts with a webhook come here, so that there are no more of these than webhooks.
    const window = last !== undefined && at < last.until ? last : { until: addMs(at, WINDOW_MS), count: 0 };
    window.count += 1;
    windows.set(accountId, window);
    return window.count <= perMinute ? 0 : Math.ceil(msBetween(at, window.until) / 1000);
  };
}

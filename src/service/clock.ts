import { instantFromDate, type Instant } from '#domain/time.ts';

let lastMs = 0;
let micros = 0;

/**
 * The present moment. Within one process no two are equal while the clock runs forward, so that what was
 * made later also sorts later: the microseconds count the calls within a millisecond.
 */
export function now(): Instant {
  const ms = Date.now();
  micros = ms === lastMs ? Math.min(micros + 1, 999) : 0;
  lastMs = ms;
  const instant = instantFromDate(new Date(ms));
  return `${instant.slice(0, 23)}${String(micros).padStart(3, '0')}Z` as Instant;
}

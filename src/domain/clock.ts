import { type Clock, type Instant, instantFromDate } from './time.ts';

let lastMs = 0;
let lastMicros = 0;

/**
 * The present moment by the machine's clock. Within one process each is later than the one before, so that what was made
 * later also sorts later: the microseconds count the calls within a millisecond. Only a clock that is set back is
 * followed back.
 */
export const now: Clock = () => {
  const ms = Date.now();
  lastMicros = ms < lastMs ? ms * 1000 : Math.max(ms * 1000, lastMicros + 1);
  lastMs = ms;
  const instant = instantFromDate(new Date(Math.floor(lastMicros / 1000)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: an instant, its last three digits changed.
  return `${instant.slice(0, 23)}${String(lastMicros % 1000).padStart(3, '0')}Z` as Instant;
};

import { type Instant, instantFromDate } from './time.ts';
import { zoneOffsets } from './time-zone.ts';

const dayMs = 86_400_000;

/**
 * Finds the moments at which clocks in an IANA time zone show a time: one as a rule, two when they went back over it, earlier
 * first, none when they went forward over it. `clock` is written as if it were UTC. Throws a RangeError for an unknown zone.
 */
export function zoneMoments(zone: string): (clock: Date) => Instant[] {
  const offsetAt = zoneOffsets(zone);
  return (clock) => {
    const shown = clock.getTime();
    // A zone is at most a day from UTC, and changes its clocks at most once in such a time.
    const [before, after] = [offsetAt(startOfDay(shown) - dayMs), offsetAt(startOfDay(shown) + 2 * dayMs)];
    const candidates = before === after ? [before] : [before, after].toSorted((a, b) => b - a);
    return candidates
      .map((offset) => ({ offset, ms: shown - offset }))
      .filter(({ offset, ms }) => candidates.length === 1 || offsetAt(ms) === offset)
      .map(({ ms }) => instantFromDate(new Date(ms)));
  };
}

const startOfDay = (ms: number) => Math.floor(ms / dayMs) * dayMs;

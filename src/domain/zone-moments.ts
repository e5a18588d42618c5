import { type Instant, instantFromDate } from './time.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/**
 * Finds the moments at which clocks in an IANA time zone show a time: one as a rule, two when they went back over it, earlier
 * first, none when they went forward over it. `clock` is written as if it were UTC. Quick for many times of the same days.
 * Throws a RangeError for an unknown zone.
 */
export function zoneMoments(zone: string): (clock: Date) => Instant[] {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const offsets = new Map<number, number>();
  const offsetAt = (ms: number) => {
    // All zones change their clocks at whole quarters of an hour.
    const quarter = Math.floor(ms / (hourMs / 4));
    const known = offsets.get(quarter) ?? offsetOf(format, new Date(ms));
    offsets.set(quarter, known);
    return known;
  };
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

/** How far clocks of the zone are ahead of UTC, in milliseconds. Written as `GMT+02:00`, or `GMT` alone. */
function offsetOf(format: Intl.DateTimeFormat, date: Date): number {
  const name = format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? [];
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
}

/** Whether the text names a time zone that this machine knows, such as `Europe/Berlin`. */
export function isTimeZone(text: string): boolean {
  // Newer versions take offsets such as `+02:00` as well, which know no daylight saving.
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    zoneMoments(text);
    return true;
  } catch {
    return false;
  }
}

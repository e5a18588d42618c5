import { type Instant, toDate } from './time.ts';

/** Whether the text names a time zone that this machine knows, such as `Europe/Berlin`. */
export function isZone(text: string): boolean {
  // Newer versions take offsets such as `+02:00` as well, which know no daylight saving.
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    Intl.DateTimeFormat('en-US', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** No zone changes its offset between quarters of an hour. */
const quarterMs = 15 * 60_000;
const mostKnown = 5_000;

/**
 * Writes moments as clocks of the zone show them: ISO 8601 with all microseconds and the offset,
 * `2026-01-02T05:04:05.123456+02:00`. Quick for millions of them, because most share a quarter of an hour with another
 * one. Throws a RangeError for an unknown zone.
 */
export function zoneClock(zone: string): (instant: Instant) => string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const known = new Map<number, ReturnType<typeof offsetOf>>();
  const offsetAt = (date: Date) => {
    const quarter = Math.floor(date.getTime() / quarterMs);
    const found = known.get(quarter) ?? offsetOf(format, date);
    if (known.size === mostKnown) known.clear();
    known.set(quarter, found);
    return found;
  };
  return (instant) => {
    const date = toDate(instant);
    const { ms, offset } = offsetAt(date);
    const clock = new Date(date.getTime() + ms).toISOString();
    return `${clock.slice(0, -1)}${instant.slice(23, 26)}${offset}`;
  };
}

/** `GMT+02:00`, `GMT` alone, and for years before there were zones `GMT+00:53:28`. */
function offsetOf(format: Intl.DateTimeFormat, date: Date): { offset: string; ms: number } {
  const name = format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign = '+', hours = '00', minutes = '00', seconds] =
    /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? [];
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)) * 1000;
  return {
    offset: `${sign}${hours}:${minutes}${seconds === undefined ? '' : `:${seconds}`}`,
    ms: sign === '-' ? -ms : ms,
  };
}

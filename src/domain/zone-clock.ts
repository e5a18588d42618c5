import { type Instant, toDate } from './time.ts';
import { zoneOffsets } from './time-zone.ts';

/**
 * Writes moments as clocks of the zone show them: ISO 8601 with all microseconds and the offset,
 * `2026-01-02T05:04:05.123456+02:00`. Throws a RangeError for an unknown zone.
 */
export function zoneClock(zone: string): (instant: Instant) => string {
  const offsetAt = zoneOffsets(zone);
  // A zone has few of them.
  const texts = new Map<number, string>();
  return (instant) => {
    const ms = toDate(instant).getTime();
    const offset = offsetAt(ms);
    const text = texts.get(offset) ?? offsetText(offset);
    texts.set(offset, text);
    const clock = new Date(ms + offset).toISOString();
    return `${clock.slice(0, -1)}${instant.slice(23, 26)}${text}`;
  };
}

/** `+02:00`, and with seconds for years before there were zones: `+00:53:28`. */
function offsetText(offset: number): string {
  const text = new Date(Math.abs(offset)).toISOString().slice(11, 19);
  return `${offset < 0 ? '-' : '+'}${text.endsWith(':00') ? text.slice(0, 5) : text}`;
}

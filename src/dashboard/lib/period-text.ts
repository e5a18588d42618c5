import { addMs, type Instant } from '#domain/time.ts';
import { clockInZone, firstMomentAt, formatInstant } from './zoned-time.ts';

/**
 * A period of time with both ends included, in the zone: `2026-11-21`, `2026-11-01 – 2026-11-30`, with minutes or seconds
 * where an end is not that of a day, `from 2026-11-01` where one is open. Empty for no ends at all.
 */
export function periodText(from: Instant | undefined, to: Instant | undefined, iana: string): string {
  const start = from && (isStartOfDay(from, iana) ? dateOf(from, iana) : clockText(from, iana));
  const end = to && endText(to, iana);
  if (start === undefined) return end === undefined ? '' : `until ${end}`;
  if (end === undefined) return `from ${start}`;
  return start === end ? start : `${start} – ${end}`;
}

/**
 * The first moment after a range whose last microsecond this is; undefined when it does not end a millisecond, and at
 * the end of time.
 */
export function endOf(to: Instant): Instant | undefined {
  return to.endsWith('999Z') && to !== lastInstant ? justAfter(to) : undefined;
}

/** The last one that can be written: years have four digits. */
const lastInstant = '9999-12-31T23:59:59.999999Z';

/** Whether the zone's day begins at the moment, at midnight or wherever clocks jumped to. */
export function isStartOfDay(instant: Instant, iana: string): boolean {
  const midnight = clockInZone(iana, instant);
  midnight.setUTCHours(0, 0, 0, 0);
  return firstMomentAt(iana, midnight) === instant;
}

/** `2026-11-21`, the zone's date at a moment. */
export function dateOf(instant: Instant, iana: string): string {
  return formatInstant(instant, iana).split(' ', 1).join('');
}

function endText(to: Instant, iana: string): string {
  const end = endOf(to);
  if (end === undefined) return clockText(to, iana);
  return isStartOfDay(end, iana) ? dateOf(to, iana) : clockText(end, iana);
}

/** Leaves out seconds that are zero. */
function clockText(instant: Instant, iana: string): string {
  return formatInstant(instant, iana).replace(/(:\d\d):00(?!\d)/, '$1');
}

/** The next distinguishable moment: a microsecond later. Throws a RangeError after the year 9999. */
export function justAfter(instant: Instant): Instant {
  const micros = Number(instant.slice(23, 26)) + 1;
  if (micros === 1_000) return addMs(instant, 1);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: an instant, its last three digits counted on.
  return `${instant.slice(0, 23)}${String(micros).padStart(3, '0')}Z` as Instant;
}

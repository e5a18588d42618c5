import {
  addMs,
  type Instant,
  instantFromDate,
  lastMomentOfMillisecond,
  parseTimestamp,
} from '#domain/time.ts';

/** Lets browsers that don't have `Temporal` yet compute with time zones: to be awaited before anything here is called. */
export async function loadTemporal(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
}

/** Whether the text names a time zone that this browser knows, such as `Europe/Berlin`. Needs no `Temporal`. */
export function isTimeZone(text: string): boolean {
  // Newer browsers take offsets such as `+02:00` as well, which know no daylight saving.
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    // The first format that `Intl` makes holds up a phone for 60 ms.
    if ('Temporal' in globalThis) Temporal.Now.instant().toZonedDateTimeISO(text);
    else Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/**
 * `UTC+02:00`: how far the zone's clocks are ahead of UTC at a moment; `UTC` for UTC itself. Other moments can have
 * another offset: it isn’t a name for the zone.
 */
export function zoneLabel(iana: string, instant: Instant): string {
  return iana === 'UTC' ? 'UTC' : `UTC${inZone(instant, iana).offset}`;
}

/**
 * `2026-11-21 15:30:12`, what a clock in the zone shows. Where it is asked for, and in the hour that daylight saving
 * repeats, with the offset: `2026-10-25 02:30:00 +02:00`.
 */
export function formatInstant(instant: Instant, iana: string, hasOffset = false): string {
  const zoned = inZone(instant, iana);
  const clock = zoned.toPlainDateTime();
  const text = clockText(clock, 'second');
  const isRepeated = iana !== 'UTC' && momentsOf(clock, iana).length > 1;
  return hasOffset || isRepeated ? `${text} ${zoned.offset}` : text;
}

/** Whether the zone's clocks were changed between any of these published timestamps; what can't be read is passed over. */
export function offsetsDiffer(timestamps: readonly (string | null | undefined)[], iana: string): boolean {
  if (iana === 'UTC') return false;
  const offsets = new Set<string>();
  for (const timestamp of timestamps) {
    const instant = parseTimestamp(timestamp ?? '')?.instant;
    if (instant !== undefined) offsets.add(inZone(instant, iana).offset);
  }
  return offsets.size > 1;
}

/** The same to the microsecond and always with its offset: `2026-11-21 15:30:12.123456 +01:00`. */
export function formatExactInstant(instant: Instant, iana: string): string {
  const zoned = inZone(instant, iana);
  return `${clockText(zoned.toPlainDateTime(), 'microsecond')} ${zoned.offset}`;
}

/** What a clock in the zone shows, as if it were UTC: for calendar arithmetic on `Date`'s UTC methods. */
export function clockInZone(iana: string, instant: Instant): Date {
  const clock = inZone(instant, iana).toPlainDateTime();
  return new Date(clock.toZonedDateTime('UTC').epochMilliseconds);
}

/**
 * The moments at which a clock in the zone shows `clock` (written as if it were UTC): one as a rule, two when clocks
 * went back over it, earlier first, none when they went forward over it.
 */
export function momentsAt(iana: string, clock: Date): Instant[] {
  return momentsOf(plainOf(clock), iana).map(nearestInstant);
}

/** The first moment at which a clock in the zone shows `clock` or, when they jumped over it, a later time. */
export function firstMomentAt(iana: string, clock: Date): Instant {
  const [first] = momentsAt(iana, clock);
  if (first !== undefined) return first;
  const before = plainOf(clock).toZonedDateTime(iana, { disambiguation: 'earlier' });
  return nearestInstant(before.getTimeZoneTransition('next') ?? before);
}

/** The last moment at which a clock in the zone shows `clock` or, when they jumped over it, the first later time. */
export function lastMomentAt(iana: string, clock: Date): Instant {
  return momentsAt(iana, clock).at(-1) ?? firstMomentAt(iana, clock);
}

/** One microsecond earlier: the last moment of a range that ends before a whole millisecond. */
export function momentBefore(instant: Instant): Instant {
  return lastMomentOfMillisecond(addMs(instant, -1));
}

/** The zone's name: `Europe/Berlin`, `America/Argentina/Buenos Aires`, `UTC`. */
export function zoneName(iana: string): string {
  return iana.replaceAll('_', ' ');
}

/** The zone by its city alone, for where there is little room: `Berlin`, `Buenos Aires`, `UTC`. */
export function zoneCity(iana: string): string {
  return zoneName(iana.slice(iana.lastIndexOf('/') + 1));
}

function inZone(instant: Instant, iana: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(iana);
}

/** What a clock shows, of a `Date` that is written as if it were UTC. */
function plainOf(clock: Date): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(clock.getTime()).toZonedDateTimeISO('UTC').toPlainDateTime();
}

/** When clocks in the zone show it: once, twice or never. */
function momentsOf(clock: Temporal.PlainDateTime, iana: string): Temporal.ZonedDateTime[] {
  const earlier = clock.toZonedDateTime(iana, { disambiguation: 'earlier' });
  const later = clock.toZonedDateTime(iana, { disambiguation: 'later' });
  if (earlier.equals(later)) return [earlier];
  // In a gap the zone never shows it.
  return earlier.toPlainDateTime().equals(clock) ? [earlier, later] : [];
}

const firstMs = Date.parse('0001-01-01T00:00:00Z');
const lastMs = Date.parse('9999-12-31T23:59:59.999Z');

/** The moment, or the first or last that can be written: a zone's day may begin before them or end after. */
function nearestInstant({ epochMilliseconds }: Temporal.ZonedDateTime): Instant {
  return instantFromDate(new Date(Math.min(lastMs, Math.max(firstMs, epochMilliseconds))));
}

/** `2026-11-21 15:30:12`. The year of the last days can have five digits. */
function clockText(clock: Temporal.PlainDateTime, smallestUnit: 'second' | 'microsecond'): string {
  return clock.toString({ smallestUnit }).replace(/^\+0/, '').replace('T', ' ');
}

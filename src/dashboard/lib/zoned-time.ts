import {
  type Instant,
  instantFromDate,
  lastMomentOfMillisecond,
  readTimestamp,
  toDate,
} from '#domain/time.ts';

const dayMs = 86_400_000;
/** Of a millisecond. */
const nanoseconds = 1_000_000n;

const formats = new Map<string, Intl.DateTimeFormat>();
const midnightOffsets = new Map<string, Map<number, number>>();

/** Whether the text names a time zone that this browser knows, such as `Europe/Berlin`. */
export function isTimeZone(text: string): boolean {
  // Newer browsers take offsets such as `+02:00` as well, which know no daylight saving.
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    askOffset(text, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * `UTC+02:00`: how far the zone's clocks are ahead of UTC at a moment; `UTC` for UTC itself. Other moments can have
 * another offset: it is no name for the zone.
 */
export function zoneLabel(iana: string, instant: Instant): string {
  return iana === 'UTC' ? 'UTC' : `UTC${offsetText(offsetMs(iana, toDate(instant).getTime()))}`;
}

/**
 * `2026-11-21 15:30:12`, what a clock in the zone shows. Where it is asked for, and in the hour that daylight saving
 * repeats, with the offset: `2026-10-25 02:30:00 +02:00`.
 */
export function formatInstant(instant: Instant, iana: string, hasOffset = false): string {
  const ms = toDate(instant).getTime();
  const offset = offsetMs(iana, ms);
  const text = clockText(ms + offset).slice(0, -4);
  return hasOffset || isRepeated(iana, ms, offset) ? `${text} ${offsetText(offset)}` : text;
}

/** Whether the zone's clocks were changed between any of these published timestamps; what can't be read is passed over. */
export function offsetsDiffer(timestamps: readonly (string | null | undefined)[], iana: string): boolean {
  const offsets = new Set<number>();
  for (const timestamp of timestamps) {
    const instant = readTimestamp(timestamp ?? '')?.instant;
    if (instant !== undefined) offsets.add(offsetMs(iana, toDate(instant).getTime()));
  }
  return offsets.size > 1;
}

/** The same to the microsecond and always with its offset: `2026-11-21 15:30:12.123456 +01:00`. */
export function formatExactInstant(instant: Instant, iana: string): string {
  const ms = toDate(instant).getTime();
  const offset = offsetMs(iana, ms);
  return `${clockText(ms + offset)}${instant.slice(23, 26)} ${offsetText(offset)}`;
}

/** What a clock in the zone shows, as if it were UTC: for calendar arithmetic on `Date`'s UTC methods. */
export function clockInZone(iana: string, instant: Instant): Date {
  const ms = toDate(instant).getTime();
  return new Date(ms + offsetMs(iana, ms));
}

/**
 * The moments at which a clock in the zone shows `clock` (written as if it were UTC): one as a rule, two when clocks
 * went back over it, earlier first, none when they went forward over it.
 */
export function momentsAt(iana: string, clock: Date): Instant[] {
  return momentsMs(iana, clock.getTime()).map(nearestInstant);
}

const firstMs = Date.parse('0001-01-01T00:00:00Z');
const lastMs = Date.parse('9999-12-31T23:59:59.999Z');

/** The moment, or the first or last that can be written: a zone's day may begin before them or end after. */
function nearestInstant(ms: number): Instant {
  return instantFromDate(new Date(Math.min(lastMs, Math.max(firstMs, ms))));
}

/** The first moment at which a clock in the zone shows `clock` or, when they jumped over it, a later time. */
export function firstMomentAt(iana: string, clock: Date): Instant {
  const [first] = momentsAt(iana, clock);
  return first ?? nearestInstant(changeOver(iana, clock.getTime()));
}

/** The last moment at which a clock in the zone shows `clock` or, when they jumped over it, the first later time. */
export function lastMomentAt(iana: string, clock: Date): Instant {
  return momentsAt(iana, clock).at(-1) ?? firstMomentAt(iana, clock);
}

/** One microsecond earlier: the last moment of a range that ends before a whole millisecond. */
export function momentBefore(instant: Instant): Instant {
  return lastMomentOfMillisecond(instantFromDate(new Date(toDate(instant).getTime() - 1)));
}

/** How far the zone's clocks are ahead of UTC at a moment, in milliseconds. */
function offsetMs(iana: string, ms: number): number {
  const day = Math.floor(ms / dayMs);
  const before = midnightOffset(iana, day);
  // No zone ever changed its clocks twice within two days: with equal offsets at both ends, nothing happened between.
  return before === midnightOffset(iana, day + 1) ? before : askOffset(iana, ms);
}

/** Remembered by day, since rows of a list share their days, and asking takes a microsecond or two. */
function midnightOffset(iana: string, day: number): number {
  let days = midnightOffsets.get(iana);
  if (days === undefined) midnightOffsets.set(iana, (days = new Map()));
  let offset = days.get(day);
  if (offset === undefined) days.set(day, (offset = askOffset(iana, day * dayMs)));
  return offset;
}

/** `Temporal` is asked where the browser has it: the first format that `Intl` makes holds up a phone for 60 ms. */
function askOffset(iana: string, ms: number): number {
  if (iana === 'UTC') return 0;
  if ('Temporal' in globalThis)
    return new Temporal.ZonedDateTime(BigInt(ms) * nanoseconds, iana).offsetNanoseconds / Number(nanoseconds);
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(offsetFormat(iana).format(ms)) ?? [];
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -size : size;
}

function offsetFormat(iana: string): Intl.DateTimeFormat {
  let format = formats.get(iana);
  if (format === undefined) {
    // Ends in `GMT+02:00`, in `GMT-04:56:02` for days before there were zones.
    format = new Intl.DateTimeFormat('en-US', { timeZone: iana, timeZoneName: 'longOffset' });
    formats.set(iana, format);
  }
  return format;
}

function isRepeated(iana: string, ms: number, offset: number): boolean {
  const day = Math.floor(ms / dayMs);
  // Far from any change, as nearly always.
  if (midnightOffset(iana, day - 1) === offset && midnightOffset(iana, day + 2) === offset) return false;
  return momentsMs(iana, ms + offset).length > 1;
}

function momentsMs(iana: string, clockMs: number): number[] {
  const offsets = [offsetMs(iana, clockMs - dayMs), offsetMs(iana, clockMs + dayMs)];
  return [...new Set(offsets)]
    .map((offset) => ({ ms: clockMs - offset, offset }))
    .filter(({ ms, offset }) => offsetMs(iana, ms) === offset)
    .map(({ ms }) => ms)
    .toSorted((a, b) => a - b);
}

/** The moment at which the zone's clocks jumped over `clockMs`. */
function changeOver(iana: string, clockMs: number): number {
  const old = offsetMs(iana, clockMs - dayMs);
  let [before, after] = [clockMs - offsetMs(iana, clockMs + dayMs), clockMs - old];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetMs(iana, middle) === old) before = middle;
    else after = middle;
  }
  return after;
}

/** The zone's name: `Europe/Berlin`, `America/Argentina/Buenos Aires`, `UTC`. */
export function zoneName(iana: string): string {
  return iana.replaceAll('_', ' ');
}

/** The zone by its city alone, for where there is little room: `Berlin`, `Buenos Aires`, `UTC`. */
export function zoneCity(iana: string): string {
  return zoneName(iana.slice(iana.lastIndexOf('/') + 1));
}

/** `2026-11-21 15:30:12.123`. The year of the first or last days can fall out of the four digits: then `0000`, `10000`. */
function clockText(clockMs: number): string {
  return new Date(clockMs)
    .toISOString()
    .replace(/^[+-]0+(?=\d{4})/, '')
    .replace('T', ' ')
    .slice(0, -1);
}

/** `+02:00`; with seconds where the zone had them. */
function offsetText(ms: number): string {
  const size = Math.abs(ms);
  const end = size % 60_000 === 0 ? 16 : 19;
  return `${ms < 0 ? '-' : '+'}${new Date(size).toISOString().slice(11, end)}`;
}

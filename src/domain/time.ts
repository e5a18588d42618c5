/**
 * A moment as ISO 8601 text in UTC with exactly six fraction digits, `2026-01-02T03:04:05.123456Z`. Equal
 * moments are equal strings, and the order of the strings is the order in time. Years 0001 to 9999.
 */
export type Instant = string & { readonly [brand]: 'Instant' };

declare const brand: unique symbol;

/** Says the present moment. The machine's own is `now` of `clock.ts`. */
export type Clock = () => Instant;

/** A moment that was read; `assumed` if the text had no zone and UTC was assumed. */
export type Timestamp = { instant: Instant; zone: 'stated' | 'assumed' };

/** A date parameter that was read; a date alone means its first moment in UTC. */
export type DateTimeParameter = { instant: Instant; isDateOnly: boolean };

const DATE = String.raw`(?<date>\d{4}-\d\d-\d\d)`;
const TIME = String.raw`(?<time>[01]\d:[0-5]\d|2[0-3]:[0-5]\d)`;
const SECONDS = String.raw`:(?<seconds>[0-5]\d)(?:\.(?<fraction>\d{1,9}))?`;
const ZONE = String.raw`(?<zone>Z|[+-](?:0\d|1[0-5])(?::?[0-5]\d)?)`;

const TIMESTAMP = new RegExp(`^${DATE}[T ]${TIME}${SECONDS}${ZONE}?$`);
const PARAMETER = new RegExp(`^${DATE}(?:T${TIME}(?:${SECONDS})?${ZONE}?)?$`);

const DAYS_PER_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Reads the three published shapes (transaction, exchange and ISO time): with `T` or a space, no to nine
 * fraction digits (those beyond microseconds are cut off), `Z`, `+00`, `+0000`, `+00:00` or no zone at all.
 * Undefined for any other shape, and for dates and times that do not exist (30 February, hour 24).
 */
export function parseTimestamp(text: string): Timestamp | undefined {
  const parts = TIMESTAMP.exec(text)?.groups;
  const instant = parts && instantFromParts(parts);
  return instant && { instant, zone: parts['zone'] === undefined ? 'assumed' : 'stated' };
}

const EPOCH = /^(\d{10}|\d{13}|\d{16})(?:\.(\d+))?$/;
const HTTP_TIME = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:GMT|UTC)$/;

/**
 * A moment in the forms that other programs write, as one of the published forms that `parseTimestamp` reads; undefined
 * for any other text, and for one of the published forms, which needs no change. Only what has one meaning is read:
 * - A number since 1970 is in seconds with 10 digits before the point, in milliseconds with 13 and in microseconds with
 *   16. Each covers 2001-09-09 to 2286-11-20, so none can be mistaken for another.
 * - A published form with a lowercase `t` or `z`, or with a space before its zone, or with `UTC` or `GMT` as its zone.
 * - The time of HTTP and of mail in GMT: `Fri, 02 Jan 2026 03:04:05 GMT`.
 */
export function parseForeignTime(text: string): string | undefined {
  const trimmed = text.trim();
  if (parseTimestamp(text) !== undefined) return undefined;
  const [, digits, fraction = ''] = EPOCH.exec(trimmed) ?? [];
  if (digits !== undefined) return epochText(digits + fraction, digits.length - 10 + fraction.length);
  if (HTTP_TIME.test(trimmed)) {
    const ms = Date.parse(trimmed);
    return Number.isNaN(ms) ? undefined : `${new Date(ms).toISOString().slice(0, 19)}Z`;
  }
  const tidied = trimmed
    .toUpperCase()
    .replace(/ ?(?:UTC|GMT)$/, 'Z')
    .replace(/ (?=[+-][\d:]+$|Z$)/, '');
  return parseTimestamp(tidied) === undefined ? undefined : tidied;
}

/** All digits since 1970, without a point; `places` of them are fractions of a second, and stay as many. */
function epochText(digits: string, places: number): string {
  const seconds = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).slice(0, 9);
  const text = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  return `${text}${fraction === '' ? '' : `.${fraction}`}Z`;
}

/**
 * Reads an ISO 8601 query parameter: a date, or a date and time with or without seconds and zone; UTC
 * without a zone. Whether a range includes the whole day of a date alone is the caller's to decide.
 */
export function parseDateTimeParameter(text: string): DateTimeParameter | undefined {
  const parts = PARAMETER.exec(text)?.groups;
  const instant = parts && instantFromParts(parts);
  return instant && { instant, isDateOnly: parts['time'] === undefined };
}

/** `2026-01-02 03:04:05.123456+00`, as transactions carry it. */
export function writeTransactionTime(instant: Instant): string {
  return `${writeExchangeTime(instant)}+00`;
}

/** `2026-01-02 03:04:05.123456`, as exchange transactions carry it: UTC, without saying so. */
export function writeExchangeTime(instant: Instant): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 26)}`;
}

/** `2026-01-02T03:04:05.123Z`, as withdrawal requests carry it: microseconds are cut off. */
export function writeIsoTime(instant: Instant): string {
  return `${instant.slice(0, 23)}Z`;
}

/** `2026-01-31 12:30:00 UTC`, as sentences for people give it. */
export function formatUtcTime(instant: Instant): string {
  return `${writeIsoTime(instant).slice(0, 19).replace('T', ' ')} UTC`;
}

/** Throws a RangeError for an invalid date and for years outside 0001 to 9999. */
export function instantFromDate(date: Date): Instant {
  const instant = instantFromMs(date.getTime(), '000');
  if (instant === undefined)
    throw new RangeError('The date is invalid, or its year is not within 1 to 9999.');
  return instant;
}

/** The moment to the millisecond: a Date holds no microseconds. */
export function toDate(instant: Instant): Date {
  return new Date(writeIsoTime(instant));
}

/** The instant `ms` milliseconds later, or earlier where it is negative, to the millisecond. */
export function addMs(instant: Instant, ms: number): Instant {
  return instantFromDate(new Date(toDate(instant).getTime() + ms));
}

/** The instant one microsecond later. */
export function nextMicrosecond(instant: Instant): Instant {
  const micros = Number(instant.slice(23, 26)) + 1;
  if (micros === 1_000) return addMs(instant, 1);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: an instant, its last three digits changed.
  return `${instant.slice(0, 23)}${String(micros).padStart(3, '0')}Z` as Instant;
}

/** The instant one microsecond earlier. */
export function previousMicrosecond(instant: Instant): Instant {
  const micros = Number(instant.slice(23, 26)) - 1;
  if (micros === -1) return lastMomentOfMillisecond(addMs(instant, -1));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: an instant, its last three digits changed.
  return `${instant.slice(0, 23)}${String(micros).padStart(3, '0')}Z` as Instant;
}

export function msBetween(from: Instant, to: Instant): number {
  return toDate(to).getTime() - toDate(from).getTime();
}

/** The last microsecond of the instant's day in UTC, for a range that includes the whole day. */
export function lastMomentOfDay(instant: Instant): Instant {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: the date of an instant, a time of that form.
  return `${instant.slice(0, 10)}T23:59:59.999999Z` as Instant;
}

/** The last microsecond of the instant's millisecond, for a range whose end was shown cut to milliseconds. */
export function lastMomentOfMillisecond(instant: Instant): Instant {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: an instant, its last three digits changed.
  return `${instant.slice(0, 23)}999Z` as Instant;
}

function instantFromParts(parts: Record<string, string | undefined>): Instant | undefined {
  const { date = '', time = '00:00', seconds = '00', fraction = '', zone = 'Z' } = parts;
  if (!dateExists(date)) return undefined;
  const micros = fraction.padEnd(6, '0').slice(0, 6);
  const ms = Date.parse(`${date}T${time}:${seconds}.${micros.slice(0, 3)}Z`);
  return instantFromMs(ms - offsetMs(zone), micros.slice(3));
}

function instantFromMs(ms: number, micros: string): Instant | undefined {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  // Beyond four digits the text would no longer sort, and a year 0 is unknown to PostgreSQL.
  if (!(year >= 1 && year <= 9999)) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: four digits of year, six of fraction.
  return `${date.toISOString().slice(0, 23)}${micros}Z` as Instant;
}

/** `Date.parse` moves 30 February into March silently. */
function dateExists(date: string): boolean {
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  const day = Number(date.slice(8));
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeapYear ? 29 : (DAYS_PER_MONTH[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

function offsetMs(zone: string): number {
  if (zone === 'Z') return 0;
  const digits = zone.replace(':', '');
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

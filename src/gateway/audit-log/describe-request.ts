import { ExactNumber, stringifyJson } from '#domain/json.ts';
import { isTimeZone } from '#domain/time-zone.ts';
import { parseDateTimeParameter } from '#domain/time.ts';
import { formatDays } from '#domain/zoned-days.ts';

/** What of a request is written down. */
export type DescribedRequest = { subject: string | null; details: string | null };

/** The first of these fields that a body has says what the request is about. */
const subjectFields = ['address', 'request_id', 'external_id', 'uid', 'value', 'id', 'name'];

const secretName =
  /token|secret|password|passphrase|passcode|api_?key|private|xprv|mnemonic|phrase|seed|credential|authorization|signature|^(?:key|otp|pin|code|challenge|response)$/i;
/** The form of our own keys: a text may contain another one than the caller's. */
const anyKey = /wck_[\w-]{8,}/g;
/** No key is shorter. A shorter one would match ordinary words. */
const SHORTEST_KEY = 8;
const LONGEST_TEXT = 256;
/** No more of a text is looked at: a file can have 16 MB. */
const LONGEST_READ = 65_536;
/** If a text was cut, a key may have lost its end: enough is left out that no part of the key remains. */
const LONGEST_KEY = 1_024;
/** An import into the address book is recorded whole: it decides where funds may go. */
const LONGEST_DETAILS = 65_536;
const MOST_MEMBERS = 100;
const DEEPEST = 4;

/**
 * Describes the request's fields as they came: without what looks like a secret, without the key itself wherever it
 * occurs, and cut to a size that fits an activity log.
 */
export function describeRequest(
  { body, query }: { body: unknown; query?: unknown },
  apiKey: string,
): DescribedRequest {
  const shown = show(body, apiKey, 0);
  const fields = asFields(shown);
  const asked = asFields(show(query, apiKey, 0));
  // A question mark is the name of no field.
  const all = Object.keys(asked).length === 0 ? shown : { ...fields, '?': asked };
  const details = all === undefined ? null : stringifyJson(all);
  return {
    subject: subjectOf(fields),
    details: details === null || details.length <= LONGEST_DETAILS ? details : tooLong(fields),
  };
}

/** A single line for a column: printable, of bounded length and without the key. */
export function plainText(value: string, apiKey = '', longest = LONGEST_TEXT): string {
  const isCut = value.length > LONGEST_READ;
  const read = isCut ? value.slice(0, LONGEST_READ) : value;
  const own = apiKey.length < SHORTEST_KEY ? read : read.replaceAll(apiKey, '(API key)');
  const known = own.replaceAll(anyKey, '(API key)');
  // A zero byte and a lone surrogate cannot be stored.
  const printable = known.toWellFormed().replaceAll(/\p{Cc}/gu, ' ');
  const whole = isCut ? printable.slice(0, -LONGEST_KEY) : printable;
  return !isCut && whole.length <= longest ? whole : `${whole.slice(0, longest).toWellFormed()}…`;
}

function subjectOf(fields: Record<string, unknown>): string | null {
  for (const name of subjectFields) {
    const value = fields[name];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number' || value instanceof ExactNumber) return String(value);
  }
  return periodOf(fields);
}

/** The days of a period in their time zone: `2026-10-01 – 2026-10-31, UTC`. Null if the request has none. */
function periodOf({ from, to, time_zone: zone }: Record<string, unknown>): string | null {
  if (typeof from !== 'string' || typeof to !== 'string' || typeof zone !== 'string') return null;
  const [first, end] = [parseDateTimeParameter(from), parseDateTimeParameter(to)];
  if (first === undefined || end === undefined || !isTimeZone(zone)) return null;
  if (first.instant >= end.instant) return null;
  return `${formatDays({ from: first.instant, to: end.instant }, zone)}, ${zone}`;
}

function show(value: unknown, apiKey: string, depth: number): unknown {
  if (typeof value === 'string') return plainText(value, apiKey);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof ExactNumber) return value.source.length <= LONGEST_TEXT ? value : '(a long number)';
  if (depth === DEEPEST) return '(more)';
  if (Array.isArray(value)) {
    const members = value.slice(0, MOST_MEMBERS).map((each) => show(each, apiKey, depth + 1));
    return value.length > MOST_MEMBERS ? [...members, `(${value.length} in all)`] : members;
  }
  const members = Object.entries(value);
  const shown = members
    .slice(0, MOST_MEMBERS)
    .map(([name, member]): [string, unknown] => [
      plainText(name, apiKey, 64),
      secretName.test(name) ? '(not recorded)' : show(siteOf(name, member), apiKey, depth + 1),
    ]);
  if (members.length > MOST_MEMBERS) shown.push(['…', `(${members.length} in all)`]);
  return Object.fromEntries(shown);
}

/** Of a URL that events are sent to, only the site: the rest may grant access to its receiver. */
function siteOf(name: string, member: unknown): unknown {
  const url = name === 'url' && typeof member === 'string' ? URL.parse(member) : null;
  return url === null ? member : `${url.origin}/…`;
}

function asFields(shown: unknown): Record<string, unknown> {
  const isObject = typeof shown === 'object' && shown !== null && !Array.isArray(shown);
  return isObject && !(shown instanceof ExactNumber) ? { ...shown } : {};
}

/** The fields that are short, as far as they go. */
function tooLong(fields: Record<string, unknown>): string {
  const short = Object.entries(fields).filter(([, value]) => stringifyJson(value).length <= LONGEST_TEXT);
  const kept: [string, unknown][] = [['…', '(too long to be recorded whole)']];
  for (const field of short) {
    kept.push(field);
    if (stringifyJson(Object.fromEntries(kept)).length > LONGEST_DETAILS) {
      kept.pop();
      break;
    }
  }
  return stringifyJson(Object.fromEntries(kept));
}

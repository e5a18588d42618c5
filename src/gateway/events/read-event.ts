import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type ClaimName, claimNames } from '#contract/gateway/incoming-events.ts';
import { parseDecimal } from '#domain/decimal.ts';
import { ExactNumber, parseJson } from '#domain/json.ts';
import { instantFromDate, parseTimestamp, writeIsoTime } from '#domain/time.ts';

export type ReadEvent = {
  claims: Record<ClaimName, string | null>;
  problems: string[];
  /** The same for events that say the same: bare or in an envelope, in any order, with numbers or text. */
  contentHash: string;
};

const fields = z.record(z.string(), z.unknown());
const MOST_ENVELOPES = 3;
const LONGEST_CLAIM = 512;

/** Providers write `external_id`, `externalId` and `External_ID`. */
const keyOf = (name: string): string => name.replaceAll('_', '').toLowerCase();
const claimOf = new Map(claimNames.map((name) => [keyOf(name), name]));

/**
 * Reads an event that may be bare or under `data`, with IDs and amounts as numbers or text. Whatever can't be read is a
 * problem of its field and not of the event, since nothing is done with it but to read again. Undefined for what has no
 * field of an event at all.
 */
export function parseEvent(body: string): ReadEvent | undefined {
  const content = unwrap(parse(body));
  if (content === undefined) return undefined;
  const claims: ReadEvent['claims'] = { ...noClaims };
  const problems: string[] = [];
  for (const [key, value] of Object.entries(content)) {
    const name = claimOf.get(keyOf(key));
    if (name === undefined || value === null) continue;
    const text = textOf(value);
    const problem = text === undefined ? `${name} is neither text nor a number` : problemOf(name, text);
    if (problem !== undefined) problems.push(problem);
    if (text !== undefined) claims[name] = shownAs(name, text);
  }
  const contentHash = createHash('sha256').update(canonical(content)).digest('hex');
  return { claims, problems, contentHash };
}

/** Runs in a thread where the events are large together. */
export function parseEvents(bodies: readonly string[]): (ReadEvent | undefined)[] {
  return bodies.map(parseEvent);
}

/** Says nothing. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler can't see that every name is there
export const noClaims = Object.fromEntries(claimNames.map((name) => [name, null])) as Record<ClaimName, null>;

function parse(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}

/** The object that has fields of an event, itself or in the envelopes around it. */
function unwrap(value: unknown): Record<string, unknown> | undefined {
  let inner = value;
  for (let depth = 0; depth <= MOST_ENVELOPES; depth += 1) {
    const read = inner instanceof ExactNumber ? undefined : z.safeParse(fields, inner).data;
    if (read === undefined) return undefined;
    if (Object.keys(read).some((key) => claimOf.has(keyOf(key)))) return read;
    inner = read['data'];
  }
  return undefined;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || value instanceof ExactNumber ? String(value) : undefined;
}

function problemOf(name: ClaimName, text: string): string | undefined {
  if (text.length > LONGEST_CLAIM) return `${name} is longer than ${LONGEST_CLAIM} characters`;
  if (name === 'amount' || name === 'fee') {
    return parseDecimal(text) === undefined ? `${name} isn’t a number` : undefined;
  }
  if (name === 'direction') {
    return /^(?:in|out)$/i.test(text) ? undefined : 'direction is neither in nor out';
  }
  return name === 'created' && timeOf(text) === undefined ? 'created isn’t a time' : undefined;
}

function shownAs(name: ClaimName, text: string): string {
  const shown = name === 'created' ? (timeOf(text) ?? text) : text;
  return (name === 'direction' ? shown.toLowerCase() : shown).slice(0, LONGEST_CLAIM).toWellFormed();
}

/** ISO 8601 of a time that is text, or a number of seconds or milliseconds. */
function timeOf(text: string): string | undefined {
  if (/^\d{9,14}$/.test(text)) {
    const number = Number(text);
    return writeIsoTime(instantFromDate(new Date(text.length > 11 ? number : number * 1000)));
  }
  const moment = parseTimestamp(text);
  return moment && writeIsoTime(moment.instant);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === 'object' && value !== null && !(value instanceof ExactNumber)) {
    const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([key, member]) => `${JSON.stringify(keyOf(key))}:${canonical(member)}`).join()}}`;
  }
  return JSON.stringify(textOf(value) ?? value);
}

import { useSearchParams } from 'react-router';
import { type Instant, instantFromDate, parseDateTimeParameter, toDate } from '#domain/time.ts';
import { byOwnClock, serverNow } from './server-time.ts';
import { useTimeZone } from './time-zone.ts';
import { firstMomentAt, momentBefore } from './zoned-time.ts';

/** The moment that the address of a page names. What was booked before it is included, and nothing else. */
export type AsOf =
  | { kind: 'now' }
  | { kind: 'past'; at: Instant }
  | { kind: 'future' }
  | { kind: 'unreadable' };

/** Parses `?at=`: an ISO 8601 moment, or a date, which is the first moment of that day in the zone. */
export function parseAsOf(search: URLSearchParams, now: Instant, iana: string): AsOf {
  const text = search.get('at') ?? '';
  if (text === '') return { kind: 'now' };
  const moment = parseDateTimeParameter(text);
  if (moment === undefined) return { kind: 'unreadable' };
  const { instant, isDateOnly } = moment;
  const at = isDateOnly ? firstMomentAt(iana, new Date(`${instant.slice(0, 10)}T00:00:00Z`)) : instant;
  return at > now ? { kind: 'future' } : { kind: 'past', at };
}

/** The moment of the current address. */
export function useAsOf(): AsOf {
  const [search] = useSearchParams();
  const { iana } = useTimeZone();
  return parseAsOf(search, currentMoment(), iana);
}

/** Now, by the server's clock. */
export function currentMoment(): Instant {
  return instantFromDate(new Date(serverNow()));
}

/** The query string with another moment, or without one for now; with its `?`. Everything else stays. */
export function searchAt(search: URLSearchParams, at: Instant | undefined): string {
  const changed = new URLSearchParams(search);
  if (at === undefined) changed.delete('at');
  // A moment means the same in every zone, as a date doesn't.
  else changed.set('at', at.replace('.000000Z', 'Z'));
  const text = changed.toString();
  return text === '' ? '' : `?${text}`;
}

/** The last microsecond that is before the moment. */
export function justBefore(at: Instant): Instant {
  const micros = Number(at.slice(23, 26));
  if (micros === 0) return momentBefore(at);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: an instant, its last three digits counted back.
  return `${at.slice(0, 23)}${String(micros - 1).padStart(3, '0')}Z` as Instant;
}

/** Sooner after a moment, an entry that was booked before it may still be being stored. */
export const settledAfterMs = 60_000;

/** Whether what was read of a past moment, at a time of this machine's clock in milliseconds, is final. */
export function isSettled(at: Instant, readAt: number): boolean {
  return readAt - byOwnClock(toDate(at).getTime()) > settledAfterMs;
}

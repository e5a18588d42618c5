import { type Instant, instantFromDate, toDate } from '#domain/time.ts';

/** The next moment that can be told apart: a microsecond later. Throws a RangeError after the year 9999. */
export function justAfter(instant: Instant): Instant {
  const micros = Number(instant.slice(23, 26)) + 1;
  if (micros === 1_000) return instantFromDate(new Date(toDate(instant).getTime() + 1));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: an instant, its last three digits counted on.
  return `${instant.slice(0, 23)}${String(micros).padStart(3, '0')}Z` as Instant;
}

import { addMs, type Instant, instantFromDate, toDate } from './time.ts';
import { zoneMoments } from './zone-moments.ts';

const DAY_MS = 86_400_000;

/** Whether a day of the zone begins at the moment: at midnight, or wherever clocks jumped to. */
export function beginsDay(instant: Instant, zone: string): boolean {
  const isWholeMs = addMs(instant, 0) === instant;
  return isWholeMs && dateInZone(instant, zone) !== dateInZone(addMs(instant, -1), zone);
}

/** `2026-10-01 – 2026-10-31`: the first and the last day of a time whose end is excluded. */
export function formatDays({ from, to }: { from: Instant; to: Instant }, zone: string): string {
  const [first, last] = [dateInZone(from, zone), dateInZone(addMs(to, -1), zone)];
  return first === last ? first : `${first} – ${last}`;
}

/**
 * The first moment of a date such as `2026-10-31` in the zone: at midnight, the earlier one where clocks show it twice, or
 * wherever clocks jumped to.
 */
export function startOfDay(date: string, zone: string): Instant {
  const midnight = new Date(`${date}T00:00:00Z`);
  const [first] = zoneMoments(zone)(midnight);
  if (first !== undefined) return first;
  // Clocks jumped over midnight, so the date is the earlier one up to a moment near it, and from then on a later one.
  let [before, after] = [midnight.getTime() - DAY_MS, midnight.getTime() + DAY_MS];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dateInZone(instantFromDate(new Date(middle)), zone) < date) before = middle;
    else after = middle;
  }
  return instantFromDate(new Date(after));
}

/** `2026-10-31`: the zone's date at a moment. */
export function dateInZone(instant: Instant, zone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(toDate(instant));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}`;
}

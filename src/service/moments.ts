import { instantFromDate, toDate, type Instant } from '#domain/time.ts';

/** So many milliseconds later. */
export function addMs(moment: Instant, ms: number): Instant {
  return instantFromDate(new Date(toDate(moment).getTime() + ms));
}

export function msBetween(from: Instant, to: Instant): number {
  return toDate(to).getTime() - toDate(from).getTime();
}

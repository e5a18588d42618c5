import { writeIsoTime, type Instant } from '#domain/time.ts';

/** `2026-01-31 12:30:00 UTC`. */
export function utcTime(instant: Instant): string {
  return `${writeIsoTime(instant).slice(0, 19).replace('T', ' ')} UTC`;
}

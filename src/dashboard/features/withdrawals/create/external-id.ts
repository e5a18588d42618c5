import { randomHex } from '#dashboard/lib/random-id.ts';

/** A name for a payment that nobody has used: the day, so that people find it, and 48 random bits. */
export function newExternalId(now = new Date()): string {
  return `wd-${now.toISOString().slice(0, 10)}-${randomHex(6)}`;
}

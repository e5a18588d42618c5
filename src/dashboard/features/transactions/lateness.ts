import { lateAfterMs } from '#domain/networks.ts';
import { type Instant, toDate } from '#domain/time.ts';

type Sent = {
  network: string;
  direction: string;
  /** When the deposit was first seen, or the payment was made. */
  since: Instant;
};

/** How long something has been in progress, and what its network may take; undefined while it is not late. */
export function lateness(
  { network, direction, since }: Sent,
  now: number,
): { ageMs: number; limitMs: number } | undefined {
  const limitMs = lateAfterMs(network, direction);
  const ageMs = now - toDate(since).getTime();
  return limitMs === undefined || ageMs <= limitMs ? undefined : { ageMs, limitMs };
}

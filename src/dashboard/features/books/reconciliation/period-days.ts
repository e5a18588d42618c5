import type { Reconciliation } from '#contract/gateway/reconciliations.ts';
import { type Instant, parseTimestamp } from '#domain/time.ts';
import { periodText } from '#dashboard/lib/period-text.ts';
import { momentBefore } from '#dashboard/lib/zoned-time.ts';

/** `2026-10-01 – 2026-10-31`: the first and the last day, in the zone. */
export function formatDays({ from, to }: Pick<Reconciliation, 'from' | 'to'>, iana: string): string {
  const end = instantOf(to);
  return periodText(instantOf(from), end && momentBefore(end), iana);
}

export function instantOf(time: string): Instant | undefined {
  return parseTimestamp(time)?.instant;
}

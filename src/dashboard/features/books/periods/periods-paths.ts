import type { ClosedPeriod as Period } from '#contract/gateway/closed-periods.ts';
import type { Instant } from '#domain/time.ts';
import { periodText } from '#dashboard/lib/period-text.ts';
import { momentBefore } from '#dashboard/lib/zoned-time.ts';
import { periodsPath } from '#dashboard/entities/books/books-paths.ts';

export const closingDocPath = '/help/closing';

/** The section of a period on the page. */
export function periodAnchor(id: string): string {
  return `period-${id}`;
}

export function periodPath(id: string, action: 'reopen' | 'explain'): string {
  return `${periodsPath}/${encodeURIComponent(id)}/${action}`;
}

/** `2026-10-01 – 2026-10-31`, in the zone of the period. */
export function daysOf({ from, to, time_zone: zone }: Pick<Period, 'from' | 'to' | 'time_zone'>): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes instants.
  return periodText(from as Instant, momentBefore(to as Instant), zone);
}

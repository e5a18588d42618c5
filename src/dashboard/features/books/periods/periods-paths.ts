import type { ClosedPeriod as Period } from '#contract/gateway/closes.ts';
import type { Instant } from '#domain/time.ts';
import { formatDays } from '#domain/zoned-days.ts';
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
  return formatDays({ from: from as Instant, to: to as Instant }, zone);
}

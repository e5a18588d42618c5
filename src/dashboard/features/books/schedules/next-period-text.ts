import type { ReportSchedule } from '#contract/gateway/report-schedules.ts';
import type { Instant } from '#domain/time.ts';
import { periodText } from '#dashboard/lib/period-text.ts';
import { momentBefore } from '#dashboard/lib/zoned-time.ts';

/** `2026-11-01 – 2026-11-30`: the days of the next file, in those of the schedule’s own zone. */
export function nextPeriodText({ next_from: from, next_to: to, time_zone: zone }: ReportSchedule): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes instants.
  const [start, end] = [from as Instant, to as Instant];
  return periodText(start, momentBefore(end), zone);
}

import type { Instant } from '../time.ts';

/** The reports, in the order in which they are offered. */
export const reportNames = ['fees', 'flows', 'exchanges', 'counterparties'] as const;

export type ReportName = (typeof reportNames)[number];

/** A stretch of time; `to` is the first moment after it. */
export type Moments = { from: Instant; to: Instant };

/** What a report is of. The months are those of the period, oldest first. */
export type ReportTimes = { period: Moments; previous: Moments; months: readonly Moments[] };

/** The spans that a report adds up by, apart from counterparties: the previous period, then each month. */
export function spansOf({ period, previous, months }: ReportTimes): { starts: Instant[]; until: Instant } {
  return { starts: [previous.from, ...months.map(({ from }) => from)], until: period.to };
}

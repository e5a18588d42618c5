import type { Instant } from '#domain/time.ts';
import { addMonths, daysByMonth } from '#domain/reports/report-days.ts';
import { formatMonth } from '#dashboard/lib/date-names.ts';
import {
  formatPeriod,
  momentsOfPeriod,
  quickPeriod,
  quickPeriods,
  type StatementPeriod,
} from '../statement/statement-period.ts';

/** The periods that are one click away. They move with the clock, so that a saved report never grows old. */
export const reportRanges = [...quickPeriods, { name: '12-months', label: 'Last 12 months' }] as const;

export type ReportRange = (typeof reportRanges)[number]['name'];

/** The days that a range means now. The last twelve months are whole ones, and end with the last month. */
export function periodOfRange(name: ReportRange, now: Instant, iana: string): StatementPeriod {
  if (name !== '12-months') return quickPeriod(name, now, iana);
  const { to } = quickPeriod('last-month', now, iana);
  return { from: addMonths(to, -12), to };
}

/** The days of a calendar month that are in the period. */
export type Month = {
  /** `October 2026`, or the first and the last day where not all of the month's are in the period. */
  name: string;
  /** The first of its days in the period. */
  date: string;
  from: Instant;
  /** The first moment after it. */
  to: Instant;
};

/** The months of a period, oldest first, without those that are still to come. */
export function monthsOf(period: StatementPeriod, now: Instant, iana: string): Month[] {
  const months = daysByMonth(period).map((days): Month => {
    const isWhole = days.from.endsWith('-01') && days.to.endsWith('-01');
    const { from, to } = momentsOfPeriod(days, iana);
    const name = isWhole ? formatMonth(days.from) : formatPeriod(days, iana);
    return { name, date: days.from, from, to };
  });
  return months.filter(({ from }) => from < now);
}

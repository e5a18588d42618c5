import type { Instant } from '#domain/time.ts';
import { formatMonth } from '#dashboard/lib/month-names.ts';
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
export function monthsOf({ from, to }: StatementPeriod, now: Instant, iana: string): Month[] {
  const months: Month[] = [];
  for (let date = from; date < to;) {
    const next = addMonths(`${date.slice(0, 7)}-01`, 1);
    const days = { from: date, to: next < to ? next : to };
    const moments = momentsOfPeriod(days, iana);
    const isWhole = date.endsWith('-01') && days.to === next;
    if (moments.from >= now) break;
    months.push({ name: isWhole ? formatMonth(date) : formatPeriod(days, iana), date, ...moments });
    date = days.to;
  }
  return months;
}

/**
 * The period of the same length that ends where this one begins: as many whole months before whole months, otherwise
 * as many days.
 */
export function previousPeriod({ from, to }: StatementPeriod): StatementPeriod {
  if (from.endsWith('-01') && to.endsWith('-01')) {
    return { from: addMonths(from, -monthCount({ from, to })), to: from };
  }
  const days = Date.parse(to) - Date.parse(from);
  return { from: new Date(Date.parse(from) - days).toISOString().slice(0, 10), to: from };
}

const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

/** How many calendar months a period has days of, or one less where it ends within the month it began in. */
export function monthCount({ from, to }: StatementPeriod): number {
  return monthOf(to) - monthOf(from);
}

/** The date so many months later, or earlier where it is negative, for the first of a month. */
function addMonths(date: string, months: number): string {
  const moved = new Date(date);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  return moved.toISOString().slice(0, 10);
}

import type { Instant } from '../time.ts';
import { dateInZone, startOfDay } from '../zoned-days.ts';
import type { ReportTimes, Moments } from './report.ts';
import { addDays, addMonths, type Days, daysByMonth, firstOfMonth, previousPeriod } from './report-days.ts';

/** How often a report can be scheduled: once for each of these. Weeks begin on Monday (ISO 8601). */
export const scheduleSteps = ['month', 'week', 'day'] as const;

export type ScheduleStep = (typeof scheduleSteps)[number];

/** The first day of the period that a moment is in, in the zone's calendar. */
export function firstDayAt(step: ScheduleStep, moment: Instant, zone: string): string {
  const date = dateInZone(moment, zone);
  switch (step) {
    case 'month':
      return firstOfMonth(date);
    case 'week':
      return addDays(date, -((new Date(date).getUTCDay() + 6) % 7));
    case 'day':
      return date;
    default:
      return step satisfies never;
  }
}

/** The period that begins on a day which `firstDayAt` gives. */
export function periodFrom(step: ScheduleStep, first: string): Days {
  switch (step) {
    case 'month':
      return { from: first, to: addMonths(first, 1) };
    case 'week':
      return { from: first, to: addDays(first, 7) };
    case 'day':
      return { from: first, to: addDays(first, 1) };
    default:
      return step satisfies never;
  }
}

/** When the days begin in the zone, and the first moment after them. */
export function momentsOfDays({ from, to }: Days, zone: string): Moments {
  return { from: startOfDay(from, zone), to: startOfDay(to, zone) };
}

/** What a report of these days adds up: they are over, so all their months are there. */
export function reportTimesOf(days: Days, zone: string): ReportTimes {
  return {
    period: momentsOfDays(days, zone),
    previous: momentsOfDays(previousPeriod(days), zone),
    months: daysByMonth(days).map((month) => momentsOfDays(month, zone)),
  };
}

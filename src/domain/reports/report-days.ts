/** Two dates such as `2026-11-01`: the first day, and the day after the last one. Days of some time zone. */
export type Days = { from: string; to: string };

/**
 * The period of the same length that ends where this one begins: as many whole months before whole months, otherwise
 * as many days.
 */
export function previousPeriod({ from, to }: Days): Days {
  if (from.endsWith('-01') && to.endsWith('-01')) {
    return { from: addMonths(from, -monthCount({ from, to })), to: from };
  }
  return { from: addDays(from, -dayCount({ from, to })), to: from };
}

/** The days of each calendar month that are in the period, oldest first. */
export function daysByMonth({ from, to }: Days): Days[] {
  const months: Days[] = [];
  for (let date = from; date < to;) {
    const next = addMonths(firstOfMonth(date), 1);
    const days = { from: date, to: next < to ? next : to };
    months.push(days);
    date = days.to;
  }
  return months;
}

const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

/** How many calendar months a period has days of, or one less where it ends within the month it began in. */
export function monthCount({ from, to }: Days): number {
  return monthOf(to) - monthOf(from);
}

/** The first of the date's month. */
export const firstOfMonth = (date: string) => `${date.slice(0, 7)}-01`;

/** The date so many months later, or earlier where it is negative, for the first of a month. */
export function addMonths(date: string, months: number): string {
  const moved = new Date(date);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  return moved.toISOString().slice(0, 10);
}

/** The date so many days later, or earlier where it is negative. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

function dayCount({ from, to }: Days): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

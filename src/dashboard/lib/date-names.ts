// Written as `Intl` writes them, which a test compares. The first format that it makes blocks a phone for 60 ms.
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** The month of a date such as `2026-11-21`: `November 2026`. */
export function formatMonth(date: string): string {
  return `${monthOf(date)} ${yearOf(date)}`;
}

/** `Nov`, or `Nov 2026` with its year. */
export function formatShortMonth(date: string, hasYear: boolean): string {
  const month = monthOf(date).slice(0, 3);
  return hasYear ? `${month} ${yearOf(date)}` : month;
}

/** `Nov 21` */
export function formatShortDay(date: string): string {
  return `${formatShortMonth(date, false)} ${dayOf(date)}`;
}

/** `November 21, 2026` */
export function formatLongDate(date: string): string {
  return `${monthOf(date)} ${dayOf(date)}, ${yearOf(date)}`;
}

/** `Sat` */
export function formatWeekday(date: string): string {
  return (weekdays[new Date(date).getUTCDay()] ?? '').slice(0, 3);
}

const yearOf = (date: string) => Number(date.slice(0, 4));
const monthOf = (date: string) => months[Number(date.slice(5, 7)) - 1] ?? '';
const dayOf = (date: string) => Number(date.slice(8, 10));

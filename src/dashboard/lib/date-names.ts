import { once } from '#domain/once.ts';

const long = once(
  () => new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);
const short = once(() => new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }));
const shortOfYear = once(
  () => new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' }),
);

/** The month of a date such as `2026-11-21`: `November 2026`. */
export function formatMonth(date: string): string {
  return long().format(new Date(date));
}

/** `Nov`, or `Nov 2026` with its year. */
export function formatShortMonth(date: string, hasYear: boolean): string {
  return (hasYear ? shortOfYear : short)().format(new Date(date));
}

import { expect, it } from 'vitest';
import {
  formatLongDate,
  formatMonth,
  formatShortDay,
  formatShortMonth,
  formatWeekday,
} from './date-names.ts';

const dates = Array.from({ length: 366 }, (_, day) =>
  new Date(Date.UTC(2028, 0, 1 + day)).toISOString().slice(0, 10),
);

it.each([
  ['a month', formatMonth, { month: 'long', year: 'numeric' }],
  ['a short month', (date: string) => formatShortMonth(date, false), { month: 'short' }],
  [
    'a short month with its year',
    (date: string) => formatShortMonth(date, true),
    { month: 'short', year: 'numeric' },
  ],
  ['a short day', formatShortDay, { day: 'numeric', month: 'short' }],
  ['a long date', formatLongDate, { dateStyle: 'long' }],
  ['a weekday', formatWeekday, { weekday: 'short' }],
] as const)('writes %s as Intl does, for every day of a leap year', (_, write, options) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  for (const date of dates) expect(write(date)).toBe(format.format(new Date(date)));
});

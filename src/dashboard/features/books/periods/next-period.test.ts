import { expect, it } from 'vitest';
import { parseTimestamp, type Instant } from '#domain/time.ts';
import { lastDayOf, nextPeriod, searchOf } from './next-period.ts';

function at(text: string): Instant {
  const read = parseTimestamp(text);
  if (read === undefined) throw new RangeError(`“${text}” is no time.`);
  return read.instant;
}

const here = { now: at('2026-11-26T12:00:00Z'), iana: 'Europe/Berlin' };
const none = { next_from: null, time_zone: null };
const october = { next_from: '2026-10-01T04:00:00.000000Z', time_zone: 'America/New_York' };
const next = (search: string, books: Parameters<typeof nextPeriod>[1]) =>
  nextPeriod(new URLSearchParams(search), books, here);

it('is the last whole month of the user’s zone if none is closed, or the days of the URL', () => {
  expect(next('', none)).toMatchObject({
    from: '2026-09-30T22:00:00.000000Z',
    to: '2026-10-31T23:00:00.000000Z',
    zone: 'Europe/Berlin',
    isFirst: true,
  });
  expect(next('?from=2026-09-01&to=2026-09-15', none).days).toEqual({ from: '2026-09-01', to: '2026-09-15' });
});

it('then begins where the last one ends, in its zone, and ends with the month or on the day of the URL', () => {
  expect(next('', october)).toMatchObject({
    from: '2026-10-01T04:00:00.000000Z',
    to: '2026-11-01T04:00:00.000000Z',
    zone: 'America/New_York',
    isFirst: false,
  });
  expect(next('?to=2026-10-08', october).days).toEqual({ from: '2026-10-01', to: '2026-10-08' });
  // The URL of the period that was just closed.
  expect(next('?to=2026-10-01', october).days).toEqual({ from: '2026-10-01', to: '2026-11-01' });
  expect(next('?from=2026-01-01&to=nonsense', october).days).toEqual({
    from: '2026-10-01',
    to: '2026-11-01',
  });
});

it('ends on the day that was chosen', () => {
  const period = next('', october);
  const chosen = next(searchOf(period.days, '2026-10-15', false), october);
  expect(lastDayOf(chosen)).toBe('2026-10-15');
  const first = next(searchOf({ from: '2026-09-01', to: '' }, '2026-09-30', true), none);
  expect(first.days).toEqual({ from: '2026-09-01', to: '2026-10-01' });
});
